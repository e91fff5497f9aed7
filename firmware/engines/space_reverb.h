// Rooms from a small chamber to a cathedral, for a line input, with a freeze that holds a sound for
// ever.
//
// Signal path: pre-delay of both channels, early reflections tapped from it, four all-passes a side
// (dsp/diffuser.h), a feedback delay network of sixteen lines (dsp/fdn.h) with decay set apart for
// bass, middle and treble, filters, ducking by the dry signal, width, an equal-power mix and a soft
// ceiling. Its buffers take 201 KB together.
#pragma once

#include "dsp/diffuser.h"
#include "dsp/fdn.h"
#include "dsp/glide.h"
#include "dsp/svf_eq.h"
#include "engines/engine.h"

namespace ens {

class SpaceReverb final : public Engine {
 public:
  enum SlotIndex : std::uint8_t {
    kPredelayMs,
    kSizePct,
    kDecayS,
    kBassX,
    kTrebleX,
    kDampingHz,
    kDiffusionPct,
    kModRateHz,
    kModDepthMs,
    kEarlyDb,
    kLateDb,
    kLowCutHz,
    kHighCutHz,
    kDuckDb,
    kFreezePct,
    kWidthPct,
    kMixPct,
    kOutputDb,
    kSlotCount
  };

  static constexpr Slot kSlots[kSlotCount] = {
      {"predelay_ms", 0.0f, 120.0f, Curve::square, Unit::from_q15(11469)},
      {"size_pct", 25.0f, 100.0f, Curve::linear, Unit::from_q15(21845)},
      {"decay_s", 0.2f, 30.0f, Curve::exp, Unit::from_q15(13107)},
      {"bass_x", 0.4f, 1.6f, Curve::linear, Unit::from_q15(16384)},
      {"treble_x", 0.1f, 1.0f, Curve::log, Unit::from_q15(9830)},
      {"damping_hz", 1000.0f, 12000.0f, Curve::exp, Unit::from_q15(19661)},
      {"diffusion_pct", 0.0f, 100.0f, Curve::sqrt, Unit::from_q15(26214)},
      {"mod_rate_hz", 0.05f, 4.0f, Curve::cubic, Unit::from_q15(16384)},
      {"mod_depth_ms", 0.0f, 2.0f, Curve::square, Unit::from_q15(14746)},
      {"early_db", -40.0f, 6.0f, Curve::log, Unit::from_q15(13107)},
      {"late_db", -40.0f, 6.0f, Curve::log, Unit::from_q15(16384)},
      {"low_cut_hz", 20.0f, 1000.0f, Curve::exp, Unit::from_q15(6554)},
      {"high_cut_hz", 1000.0f, 20000.0f, Curve::exp, Unit::from_q15(29491)},
      {"duck_db", 0.0f, 24.0f, Curve::cubic, Unit::from_q15(0)},
      {"freeze_pct", 0.0f, 100.0f, Curve::cubic, Unit::from_q15(0)},
      {"width_pct", 0.0f, 150.0f, Curve::linear, Unit::from_q15(21845)},
      {"mix_pct", 0.0f, 100.0f, Curve::linear, Unit::from_q15(11469)},
      {"output_db", -12.0f, 12.0f, Curve::linear, Unit::from_q15(16384)},
  };

  static constexpr VoiceSpace kVoiceSpaces[] = {
      {"Chamber", {}},
      {"Plate",
       {{kPredelayMs, Curve::cubic},
        {kDecayS, Curve::cubic},
        {kTrebleX, Curve::sqrt},
        {kDampingHz, Curve::log}}},
      {"Hall", {{kDecayS, Curve::square}, {kSizePct, Curve::sqrt}, {kModDepthMs, Curve::linear}}},
      {"Cathedral",
       {{kPredelayMs, Curve::linear},
        {kDecayS, Curve::linear},
        {kBassX, Curve::sigmoid},
        {kSizePct, Curve::sqrt}}},
      {"Nebula",
       {{kModRateHz, Curve::square},
        {kModDepthMs, Curve::linear},
        {kDiffusionPct, Curve::log},
        {kDecayS, Curve::sigmoid}}},
  };

  static constexpr const char* kLiveFields[] = {"input_db", "wet_db"};

  static constexpr EngineInfo kInfo = {"space_reverb",
                                       kSlots,
                                       kSlotCount,
                                       kVoiceSpaces,
                                       5,
                                       kLiveFields,
                                       2,
                                       false,
                                       {AudioInput::line, 3, 0, 0.8f, 48000}};

  SpaceReverb() : Engine(kInfo) {}

  // What makes one room unlike another.
  struct Room {
    float shortest_ms, longest_ms;  // of the sixteen lines at full size
    float early_ms;                 // span of the early reflections at full size
    float early_density;            // < 1 crowds them towards the end, as in a large room
    float modulation;               // times the slot
    float diffuser_ms;              // of the four all-passes together
  };
  static constexpr Room kRooms[] = {
      {9.0f, 34.0f, 24.0f, 1.0f, 0.8f, 22.0f},  {12.0f, 47.0f, 6.0f, 0.7f, 1.4f, 30.0f},
      {19.0f, 57.0f, 46.0f, 1.2f, 0.9f, 28.0f}, {22.0f, 60.0f, 50.0f, 1.5f, 0.9f, 31.0f},
      {13.0f, 53.0f, 32.0f, 0.8f, 2.0f, 31.0f},
  };

 private:
  static constexpr int kTaps = 5;               // early reflections a side
  static constexpr int kPredelayLength = 8192;  // 120 ms and 50 ms at 48 kHz; a power of two

  void on_prepare() override {}
  void on_reset() override;
  void on_tick() override;
  void on_voice_space() override { on_reset(); }
  void render(const StereoBlock& block) override;
  void live_state(float* out) const override;

  void lay_out();
  void aim_delays();
  void aim_decay();
  void aim_early();
  void aim_levels();
  void move(Glide& glide, float to);
  void move_delay(Glide& delay, float to);
  float room_rate() const;
  float line_samples(int line) const;
  void tap(const float* memory, Glide& delay, float gain, float* out, int frames) const;
  void reflect(float* left, float* right, int frames);
  void reverberate(const float* in_left, const float* in_right, float* wet_left, float* wet_right,
                   int frames);
  void mix_down(const StereoBlock& block, float* wet_left, float* wet_right);

  bool jump_ = true;
  Fdn fdn_;
  Diffuser diffuse_left_, diffuse_right_;
  float predelay_left_[kPredelayLength] = {}, predelay_right_[kPredelayLength] = {};
  std::uint32_t predelay_at_ = 0;
  float full_[Fdn::kLines] = {};  // samples of each line at full size
  float place_[2][kTaps] = {};    // samples of each early reflection at full size
  Glide predelay_, early_left_[kTaps], early_right_[kTaps];
  Glide diffusion_, early_, late_, feed_, width_, dry_, wet_, duck_;
  StereoSvf low_cut_, high_cut_;
  float phases_[Fdn::kModulated] = {};
  float input_peak_ = 0.0f, wet_peak_ = 0.0f;
};

}  // namespace ens
