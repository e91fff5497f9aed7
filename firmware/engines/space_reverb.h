// Rooms from a small chamber to a cathedral, for a line input, with a freeze that sustains a sound
// indefinitely.
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

// What makes one room unlike another, beside curves.
struct RoomTraits {
  float shortest_ms, longest_ms;  // of the sixteen lines at full size
  float early_ms;                 // span of the early reflections at full size
  float early_density;            // < 1 crowds them towards the end, as in a large room
  float modulation;               // times the slot
  float diffuser_ms;              // of the four all-passes together
};

class SpaceReverb final : public Engine {
 public:
  enum Index : std::uint8_t {
    kPredelay,
    kSize,
    kDecay,
    kBass,
    kTreble,
    kDamping,
    kDiffusion,
    kModRate,
    kModDepth,
    kEarly,
    kLate,
    kLowCut,
    kHighCut,
    kDuck,
    kFreeze,
    kWidth,
    kMix,
    kOutput,
  };

  static constexpr auto kSlots = slot_table<Index>({
      {kPredelay, "predelay_ms", 0, 120, Curve::kSquare, 14.7},
      {kSize, "size_pct", 25, 100, Curve::kLinear, 75},
      {kDecay, "decay_s", 0.2, 30, Curve::kExp, 2.3978},
      {kBass, "bass_x", 0.4, 1.6, Curve::kLinear, 1},
      {kTreble, "treble_x", 0.1, 1, Curve::kLog, 0.73851},
      {kDamping, "damping_hz", 1000, 12000, Curve::kExp, 3057},
      {kDiffusion, "diffusion_pct", 0, 100, Curve::kSqrt, 89.442},
      {kModRate, "mod_rate_hz", 0.05, 4, Curve::kCubic, 0.54375},
      {kModDepth, "mod_depth_ms", 0, 2, Curve::kSquare, 0.405},
      {kEarly, "early_db", -40, 6, Curve::kLog, -4.226},
      {kLate, "late_db", -40, 6, Curve::kLog, -1.7625},
      {kLowCut, "low_cut_hz", 20, 1000, Curve::kExp, 42.41},
      {kHighCut, "high_cut_hz", 1000, 20000, Curve::kExp, 13619},
      {kDuck, "duck_db", 0, 24, Curve::kCubic, 0},
      {kFreeze, "freeze_pct", 0, 100, Curve::kCubic, 0},
      {kWidth, "width_pct", 0, 150, Curve::kLinear, 100},
      {kMix, "mix_pct", 0, 100, Curve::kLinear, 35},
      {kOutput, "output_db", -12, 12, Curve::kLinear, 0},
  });

  static constexpr auto kVoiceSpaces = voice_spaces<Index, RoomTraits>(
      kSlots, {
                  {"Chamber", {}, {9.0f, 34.0f, 24.0f, 1.0f, 0.8f, 22.0f}},
                  {"Plate",
                   {{kPredelay, Curve::kCubic},
                    {kDecay, Curve::kCubic},
                    {kTreble, Curve::kSqrt},
                    {kDamping, Curve::kLog}},
                   {12.0f, 47.0f, 6.0f, 0.7f, 1.4f, 30.0f}},
                  {"Hall",
                   {{kDecay, Curve::kSquare}, {kSize, Curve::kSqrt}, {kModDepth, Curve::kLinear}},
                   {19.0f, 57.0f, 46.0f, 1.2f, 0.9f, 28.0f}},
                  {"Cathedral",
                   {{kPredelay, Curve::kLinear},
                    {kDecay, Curve::kLinear},
                    {kBass, Curve::kSigmoid},
                    {kSize, Curve::kSqrt}},
                   {22.0f, 60.0f, 50.0f, 1.5f, 0.9f, 31.0f}},
                  {"Nebula",
                   {{kModRate, Curve::kSquare},
                    {kModDepth, Curve::kLinear},
                    {kDiffusion, Curve::kLog},
                    {kDecay, Curve::kSigmoid}},
                   {13.0f, 53.0f, 32.0f, 0.8f, 2.0f, 31.0f}},
              });

  static constexpr auto kLiveFields = names({"input_db", "wet_db"});

  static constexpr EngineInfo kInfo = {
      .engine_id = "space_reverb",
      .slots = kSlots,
      .voice_spaces = kVoiceSpaces,
      .live_fields = kLiveFields,
      .driver = {.input = AudioInput::kLine},
  };

  SpaceReverb() : Engine(kInfo) {}
  [[gnu::cold]] float in_use(Index slot) const;

 private:
  static constexpr int kTaps = 5;               // early reflections a side
  static constexpr int kPredelayLength = 8192;  // 120 ms and 50 ms at 48 kHz; a power of two

  void on_reset() override;
  void on_tick() override;
  void on_voice_space() override { on_reset(); }
  void render(const StereoBlock& block) override;
  void live_state(float* out) const override;

  const RoomTraits& traits() const { return kVoiceSpaces.traits[voice_space()]; }
  void lay_out();
  void aim_delays();
  void aim_decay();
  void aim_early();
  void aim_levels();
  void move(Glide& glide, float to);
  void move_delay(Glide& delay, float to);
  float room_rate() const;
  float line_samples(int line) const;
  [[gnu::cold]] float decay_in_use(Index slot) const;
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
  float freeze_ = 0.0f;   // share of what the lines lose that they keep
  float depth_ = 0.0f;    // of the modulation, in samples
  float duck_db_ = 0.0f;  // under an input at full scale
  float input_peak_ = 0.0f, wet_peak_ = 0.0f;
};

}  // namespace ens
