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

// What makes one desk sound unlike another, beside curves.
struct DeskTraits {
  float shelf_q = 0.7071f;       // over 0.71 the shelves overshoot at their corner
  float bell_q = 1.0f;           // times the slot
  float proportional = 0.0f;     // how much a bell narrows towards ±15 dB
  float high_pass_q = 0.7071f;   // with the first-order stage, 1.0 is an 18 dB Butterworth
  bool steep_high_pass = false;  // 18 instead of 12 dB per octave
  float knee_db = 3.0f;
  float memory = 0.0f;  // Compressor::Settings
  bool mean_square = true;
  float bias = 0.0f;  // even harmonics, share of full scale
  float iron = 0.0f;  // low frequencies saturate this much earlier (transformer)
};

class ChannelStrip final : public Engine {
 public:
  enum Index : std::uint8_t {
    kInput,
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
    kThreshold,
    kRatio,
    kAttack,
    kRelease,
    kKey,
    kMakeup,
    kMix,
    kDrive,
    kWidth,
    kOutput,
  };

  static constexpr auto kSlots = slot_table<Index>({
      {kInput, "input_db", -12, 12, Curve::kLinear, 0},
      {kHighPassHz, "high_pass_hz", 20, 500, Curve::kExp, 20},
      {kLowPassHz, "low_pass_hz", 2000, 20000, Curve::kExp, 20000},
      {kLowHz, "low_hz", 30, 450, Curve::kExp, 60.975},
      {kLowDb, "low_db", -15, 15, Curve::kLinear, 0},
      {kLowMidHz, "low_mid_hz", 200, 2500, Curve::kExp, 369.63},
      {kLowMidDb, "low_mid_db", -15, 15, Curve::kLinear, 0},
      {kLowMidQ, "low_mid_q", 0.3, 5, Curve::kSquare, 0.8433},
      {kHighMidHz, "high_mid_hz", 600, 7000, Curve::kExp, 1362.9},
      {kHighMidDb, "high_mid_db", -15, 15, Curve::kLinear, 0},
      {kHighMidQ, "high_mid_q", 0.3, 5, Curve::kSquare, 0.8433},
      {kHighHz, "high_hz", 1500, 16000, Curve::kExp, 4211.7},
      {kHighDb, "high_db", -15, 15, Curve::kLinear, 0},
      {kThreshold, "threshold_db", -50, 0, Curve::kLinear, -10},
      {kRatio, "ratio_x", 1, 20, Curve::kCubic, 2.6185},
      {kAttack, "attack_ms", 0.1, 100, Curve::kExp, 12.008},
      {kRelease, "release_ms", 20, 2000, Curve::kExp, 166.03},
      {kKey, "key_hz", 20, 400, Curve::kSquare, 20},
      {kMakeup, "makeup_db", 0, 18, Curve::kSquare, 0},
      {kMix, "mix_pct", 0, 100, Curve::kLinear, 100},
      {kDrive, "drive_db", 0, 24, Curve::kSquare, 0.96},
      {kWidth, "width_pct", 0, 200, Curve::kSigmoid, 100},
      {kOutput, "output_db", -12, 12, Curve::kLinear, 0},
  });

  static constexpr auto kVoiceSpaces = voice_spaces<Index, DeskTraits>(
      kSlots,
      {
          {"SSL 4K G-ist",
           {},
           {.shelf_q = 0.80f,
            .high_pass_q = 1.0f,
            .steep_high_pass = true,
            .knee_db = 6.0f,
            .memory = 0.25f}},
          {"80",
           {{kRatio, Curve::kSquare}, {kAttack, Curve::kSquare}, {kDrive, Curve::kLinear}},
           {.shelf_q = 0.95f,
            .bell_q = 0.7f,
            .high_pass_q = 1.0f,
            .steep_high_pass = true,
            .knee_db = 12.0f,
            .memory = 0.3f,
            .bias = 0.15f,
            .iron = 1.0f}},
          {"550 Punch",
           {{kLowDb, Curve::kSigmoid},
            {kLowMidDb, Curve::kSigmoid},
            {kHighMidDb, Curve::kSigmoid},
            {kHighDb, Curve::kSigmoid},
            {kAttack, Curve::kCubic}},
           {.shelf_q = 0.60f,
            .bell_q = 0.6f,
            .proportional = 1.4f,
            .knee_db = 1.0f,
            .mean_square = false,
            .bias = 0.05f,
            .iron = 0.4f}},
          {"Opto Valve",
           {{kThreshold, Curve::kSqrt},
            {kRatio, Curve::kSquare},
            {kRelease, Curve::kSquare},
            {kDrive, Curve::kLinear}},
           {.shelf_q = 0.50f,
            .bell_q = 0.6f,
            .knee_db = 20.0f,
            .memory = 0.5f,
            .bias = 0.2f,
            .iron = 0.6f}},
          {"Clean", {{kRatio, Curve::kExp}, {kMix, Curve::kSqrt}, {kWidth, Curve::kLinear}}},
      });

  static constexpr auto kLiveFields = names({"gain_reduction_db", "peak_db"});

  static constexpr EngineInfo kInfo = {
      .engine_id = "channel_strip",
      .slots = kSlots,
      .voice_spaces = kVoiceSpaces,
      .live_fields = kLiveFields,
      .driver = {.input = AudioInput::kLine},
  };

  ChannelStrip() : Engine(kInfo) {}
  [[gnu::cold]] float in_use(Index slot) const;

 private:
  // First-order low-pass of two channels.
  struct StereoPole {
    float left = 0.0f, right = 0.0f;
    void step(float share, float in_left, float in_right) {
      left = flush(left + share * (in_left - left));
      right = flush(right + share * (in_right - right));
    }
  };

  void on_reset() override;
  void on_tick() override;
  void on_voice_space() override { on_reset(); }
  void render(const StereoBlock& block) override;
  void live_state(float* out) const override;

  const DeskTraits& traits() const { return kVoiceSpaces.traits[voice_space()]; }
  void aim_equaliser(const DeskTraits& desk);
  void aim_dynamics(const DeskTraits& desk);
  [[gnu::cold]] float bell_q(const SvfCoefficients& band) const;
  SvfCoefficients bell(const DeskTraits& desk, std::size_t hz, std::size_t db, std::size_t q) const;
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
