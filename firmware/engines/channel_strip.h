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
#include "dsp/level.h"
#include "dsp/one_pole.h"
#include "dsp/saturator.h"
#include "dsp/svf_eq.h"
#include "engines/channel_strip_loudness.h"
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
      {kInput, "input_db", -12, 12, Curve::kLinear, 0, Role::kMix},
      {kHighPassHz, "high_pass_hz", 20, 500, Curve::kExp, 20, Role::kCutoff},
      {kLowPassHz, "low_pass_hz", 2000, 20000, Curve::kExp, 20000, Role::kCutoff},
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
      {kMakeup, "makeup_db", 0, 18, Curve::kSquare, 0, Role::kMix},
      {kMix, "mix_pct", 0, 100, Curve::kLinear, 100, Role::kMix},
      {kDrive, "drive_db", 0, 24, Curve::kSquare, 0.96},
      {kWidth, "width_pct", 0, 200, Curve::kSigmoid, 100},
      {kOutput, "output_db", -12, 12, Curve::kLinear, 0, Role::kLevel},
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
      .loudness = kChannelStripLoudness,
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
  bool on_voice_space() override {
    on_reset();
    return false;
  }
  void render(const StereoBlock& block) override;
  void live_state(float* out) const override;

  const DeskTraits& traits() const { return kVoiceSpaces.traits[voice_space()]; }
  void move(Glide& glide, float to);
  void move(StereoSvf& band, const SvfCoefficients& to);
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

inline void ChannelStrip::move(Glide& glide, float to) {
  if (jump_) glide.reset(to);
  glide.aim(to, kTickFrames);
}

inline void ChannelStrip::move(StereoSvf& band, const SvfCoefficients& to) {
  if (jump_) band.reset(to);
  band.aim(to, kTickFrames);
}

inline void ChannelStrip::on_tick() {
  const DeskTraits& desk = traits();
  aim_equaliser(desk);
  aim_dynamics(desk);
  move(input_, gain_of_db(slot(kInput)));
  move(drive_, Drive::amount(slot(kDrive)));
  move(width_, slot(kWidth) * 0.01f);
  move(output_, gain_of_db(slot(kOutput)));
  iron_share_ = one_pole_coefficient(90.0f, 2.0f * sample_rate());
  iron_scale_ = 1.0f / (1.0f + desk.iron * iron_share_);
  servo_left_.set(2.0f * sample_rate());
  servo_right_.set(2.0f * sample_rate());
  peak_ *= 0.97f;
  jump_ = false;
}

inline SvfCoefficients ChannelStrip::bell(const DeskTraits& desk, std::size_t hz, std::size_t db,
                                          std::size_t q) const {
  const float narrowing = 1.0f + desk.proportional * magnitude(slot(db)) * (1.0f / 15.0f);
  return svf_bell(slot(hz) / sample_rate(), slot(q) * desk.bell_q * narrowing, slot(db));
}

inline void ChannelStrip::aim_equaliser(const DeskTraits& desk) {
  const float per_hz = 1.0f / sample_rate();
  const float high_pass = slot(kHighPassHz) * per_hz;
  move(first_order_,
       desk.steep_high_pass ? one_pole_coefficient(slot(kHighPassHz), sample_rate()) : 0.0f);
  move(bands_[kHighPass], svf_high_pass(high_pass, desk.high_pass_q));
  move(bands_[kLowPass], svf_low_pass(slot(kLowPassHz) * per_hz, 0.7071f));
  move(bands_[kLow], svf_low_shelf(slot(kLowHz) * per_hz, desk.shelf_q, slot(kLowDb)));
  move(bands_[kLowMid], bell(desk, kLowMidHz, kLowMidDb, kLowMidQ));
  move(bands_[kHighMid], bell(desk, kHighMidHz, kHighMidDb, kHighMidQ));
  move(bands_[kHigh], svf_high_shelf(slot(kHighHz) * per_hz, desk.shelf_q, slot(kHighDb)));
}

inline void ChannelStrip::aim_dynamics(const DeskTraits& desk) {
  compressor_.set({slot(kThreshold), slot(kRatio), desk.knee_db, slot(kAttack), slot(kRelease),
                   desk.memory, desk.mean_square},
                  sample_rate());
  const float mix = slot(kMix) * 0.01f;
  move(wet_, mix * gain_of_db(slot(kMakeup)));
  move(dry_, 1.0f - mix);
  key_share_ = one_pole_coefficient(slot(kKey), sample_rate());
}

// Without what the desk adds to a bell.
inline float ChannelStrip::bell_q(const SvfCoefficients& band) const {
  const float db = band.bell_db();
  const float narrowing = 1.0f + traits().proportional * (db < 0.0f ? -db : db) * (1.0f / 15.0f);
  return band.bell_q() / (traits().bell_q * narrowing);
}

inline float ChannelStrip::in_use(Index slot) const {
  const float rate = sample_rate();
  const auto band = [&](Band which) -> const SvfCoefficients& { return bands_[which].target(); };
  const float mix = 1.0f - dry_.target;
  switch (slot) {
    case kInput:
      return db_of_gain(input_.target);
    case kHighPassHz: {
      const float hz = band(kHighPass).frequency() * rate;
      if (!traits().steep_high_pass) return hz;
      return agreed(hz, one_pole_cutoff(first_order_.target, rate));
    }
    case kLowPassHz:
      return band(kLowPass).frequency() * rate;
    case kLowHz:
      return band(kLow).low_shelf_frequency() * rate;
    case kLowDb:
      return band(kLow).low_shelf_db();
    case kLowMidHz:
      return band(kLowMid).frequency() * rate;
    case kLowMidDb:
      return band(kLowMid).bell_db();
    case kLowMidQ:
      return bell_q(band(kLowMid));
    case kHighMidHz:
      return band(kHighMid).frequency() * rate;
    case kHighMidDb:
      return band(kHighMid).bell_db();
    case kHighMidQ:
      return bell_q(band(kHighMid));
    case kHighHz:
      return band(kHigh).high_shelf_frequency() * rate;
    case kHighDb:
      return band(kHigh).high_shelf_db();
    case kThreshold:
      return compressor_.threshold_db();
    case kRatio:
      return compressor_.ratio();
    case kAttack:
      return compressor_.attack_ms(rate);
    case kRelease:
      return compressor_.release_ms(rate);
    case kKey:
      return one_pole_cutoff(key_share_, rate);
    case kMakeup:
      return mix > 0.001f ? db_of_gain(wet_.target / mix) : kUnheard;
    case kMix:
      return 100.0f * mix;
    case kDrive:
      return Drive::db(drive_.target);
    case kWidth:
      return 100.0f * width_.target;
    case kOutput:
      return db_of_gain(output_.target);
  }
  return kUnheard;
}

}  // namespace ens
