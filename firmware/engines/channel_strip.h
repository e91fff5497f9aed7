// A mixing-desk channel for a line input: filters, four-band equaliser, compressor, saturation and
// width in the characters of five desks.
//
// Signal path: input gain, high-pass, low-pass, four bands (dsp/svf_eq.h), compressor
// (dsp/compressor.h), saturation at four times the rate (dsp/saturator.h), DC block, width, output
// gain, soft ceiling. The path is 24.6 samples long whatever the settings.
#pragma once

#include "dsp/compressor.h"
#include "dsp/dc_servo.h"
#include "dsp/glide.h"
#include "dsp/half_band.h"
#include "dsp/saturator.h"
#include "dsp/svf_eq.h"
#include "engines/engine.h"

namespace ens {

class ChannelStrip final : public Engine {
 public:
  enum SlotIndex : std::uint8_t {
    kInputDb,
    kHighPassHz,
    kLowPassHz,
    kLowHz,
    kLowDb,
    kLowMidHz,
    kLowMidDb,
    kLowMidQ,
    kHighMidHz,
    kHighMidDb,
    kHighMidQ,
    kHighHz,
    kHighDb,
    kThresholdDb,
    kRatio,
    kAttackMs,
    kReleaseMs,
    kKeyHz,
    kMakeupDb,
    kMixPct,
    kDriveDb,
    kWidthPct,
    kOutputDb,
    kSlotCount
  };

  static constexpr Slot kSlots[kSlotCount] = {
      {"input_db", -12.0f, 12.0f, Curve::linear, Unit::from_q15(16384)},
      {"high_pass_hz", 20.0f, 500.0f, Curve::exp, Unit::from_q15(0)},
      {"low_pass_hz", 2000.0f, 20000.0f, Curve::exp, Unit::from_q15(32768)},
      {"low_hz", 30.0f, 450.0f, Curve::exp, Unit::from_q15(13107)},
      {"low_db", -15.0f, 15.0f, Curve::linear, Unit::from_q15(16384)},
      {"low_mid_hz", 200.0f, 2500.0f, Curve::exp, Unit::from_q15(13107)},
      {"low_mid_db", -15.0f, 15.0f, Curve::linear, Unit::from_q15(16384)},
      {"low_mid_q", 0.3f, 5.0f, Curve::square, Unit::from_q15(11141)},
      {"high_mid_hz", 600.0f, 7000.0f, Curve::exp, Unit::from_q15(16384)},
      {"high_mid_db", -15.0f, 15.0f, Curve::linear, Unit::from_q15(16384)},
      {"high_mid_q", 0.3f, 5.0f, Curve::square, Unit::from_q15(11141)},
      {"high_hz", 1500.0f, 16000.0f, Curve::exp, Unit::from_q15(19661)},
      {"high_db", -15.0f, 15.0f, Curve::linear, Unit::from_q15(16384)},
      {"threshold_db", -50.0f, 0.0f, Curve::linear, Unit::from_q15(26214)},
      {"ratio_x", 1.0f, 20.0f, Curve::cubic, Unit::from_q15(14418)},
      {"attack_ms", 0.1f, 100.0f, Curve::exp, Unit::from_q15(16384)},
      {"release_ms", 20.0f, 2000.0f, Curve::exp, Unit::from_q15(13107)},
      {"key_hz", 20.0f, 400.0f, Curve::square, Unit::from_q15(0)},
      {"makeup_db", 0.0f, 18.0f, Curve::square, Unit::from_q15(0)},
      {"mix_pct", 0.0f, 100.0f, Curve::linear, Unit::from_q15(32768)},
      {"drive_db", 0.0f, 24.0f, Curve::square, Unit::from_q15(6554)},
      {"width_pct", 0.0f, 200.0f, Curve::sigmoid, Unit::from_q15(16384)},
      {"output_db", -12.0f, 12.0f, Curve::linear, Unit::from_q15(16384)},
  };

  static constexpr VoiceSpace kVoiceSpaces[] = {
      {"SSL 4K G-ist", {}},
      {"80", {{kRatio, Curve::square}, {kAttackMs, Curve::square}, {kDriveDb, Curve::linear}}},
      {"550 Punch",
       {{kLowDb, Curve::sigmoid},
        {kLowMidDb, Curve::sigmoid},
        {kHighMidDb, Curve::sigmoid},
        {kHighDb, Curve::sigmoid},
        {kAttackMs, Curve::cubic}}},
      {"Opto Valve",
       {{kThresholdDb, Curve::sqrt},
        {kRatio, Curve::square},
        {kReleaseMs, Curve::square},
        {kDriveDb, Curve::linear}}},
      {"Clean", {{kRatio, Curve::exp}, {kMixPct, Curve::sqrt}, {kWidthPct, Curve::linear}}},
  };

  static constexpr const char* kLiveFields[] = {"gain_reduction_db", "peak_db"};

  static constexpr EngineInfo kInfo = {"channel_strip",
                                       kSlots,
                                       kSlotCount,
                                       kVoiceSpaces,
                                       5,
                                       kLiveFields,
                                       2,
                                       false,
                                       {AudioInput::line, 3, 0, 0.8f, 48000}};

  ChannelStrip() : Engine(kInfo) {}

 private:
  // What makes one desk sound unlike another.
  struct Desk {
    float shelf_q;         // over 0.71 the shelves overshoot at their corner
    float bell_q;          // times the slot
    float proportional;    // how much a bell narrows towards ±15 dB
    float high_pass_q;     // with the first-order stage, 1.0 is an 18 dB Butterworth
    bool steep_high_pass;  // 18 instead of 12 dB an octave
    float knee_db;
    float memory;  // Compressor::Settings
    bool mean_square;
    float bias;  // even harmonics, share of full scale
    float iron;  // low frequencies saturate this much earlier (transformer)
  };
  static constexpr Desk kDesks[] = {
      {0.80f, 1.0f, 0.0f, 1.0f, true, 6.0f, 0.25f, true, 0.0f, 0.0f},
      {0.95f, 0.7f, 0.0f, 1.0f, true, 12.0f, 0.3f, true, 0.15f, 1.0f},
      {0.60f, 0.6f, 1.4f, 0.7071f, false, 1.0f, 0.0f, false, 0.05f, 0.4f},
      {0.50f, 0.6f, 0.0f, 0.7071f, false, 20.0f, 0.5f, true, 0.2f, 0.6f},
      {0.7071f, 1.0f, 0.0f, 0.7071f, false, 3.0f, 0.0f, true, 0.0f, 0.0f},
  };

  // First-order low-pass of two channels.
  struct StereoPole {
    float left = 0.0f, right = 0.0f;
    void step(float share, float in_left, float in_right) {
      left = flush(left + share * (in_left - left));
      right = flush(right + share * (in_right - right));
    }
  };

  void on_prepare() override {}
  void on_reset() override;
  void on_tick() override;
  void on_voice_space() override { on_reset(); }
  void render(const StereoBlock& block) override;
  void live_state(float* out) const override;

  void aim_equaliser(const Desk& desk);
  void aim_dynamics(const Desk& desk);
  SvfCoefficients bell(const Desk& desk, std::size_t hz, std::size_t db, std::size_t q) const;
  void equalise(float* left, float* right, int frames);
  void compress(float* left, float* right, int frames);
  void finish_stage(float* left, float* right, int frames);
  void saturate(float& left, float& right, const Drive& drive);

  enum Band : std::uint8_t { kHighPass, kLowPass, kLow, kLowMid, kHighMid, kHigh, kBandCount };

  bool jump_ = true;  // the next tick sets values instead of gliding to them
  StereoSvf bands_[kBandCount];
  Glide first_order_;  // share of the first high-pass stage, 0 where there is none
  StereoPole high_pass_, key_, iron_in_, iron_out_;
  float key_share_ = 0.0f, iron_share_ = 0.0f, iron_scale_ = 1.0f;
  DcServo servo_left_, servo_right_;
  Compressor compressor_;
  HalfBand rate_left_, rate_right_;
  Saturator4 saturator_left_, saturator_right_;
  Glide input_, wet_, dry_, drive_, width_, output_;
  float peak_ = 0.0f;
};

}  // namespace ens
