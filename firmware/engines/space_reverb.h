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
#include "dsp/level.h"
#include "dsp/one_pole.h"
#include "dsp/svf_eq.h"
#include "engines/engine.h"
#include "engines/space_reverb_loudness.h"

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
      {kEarly, "early_db", -40, 6, Curve::kLog, -4.226, Role::kMix},
      {kLate, "late_db", -40, 6, Curve::kLog, -1.7625, Role::kMix},
      {kLowCut, "low_cut_hz", 20, 1000, Curve::kExp, 42.41, Role::kCutoff},
      {kHighCut, "high_cut_hz", 1000, 20000, Curve::kExp, 13619, Role::kCutoff},
      {kDuck, "duck_db", 0, 24, Curve::kCubic, 0},
      {kFreeze, "freeze_pct", 0, 100, Curve::kCubic, 0},
      {kWidth, "width_pct", 0, 150, Curve::kLinear, 100},
      {kMix, "mix_pct", 0, 100, Curve::kLinear, 35, Role::kMix},
      {kOutput, "output_db", -12, 12, Curve::kLinear, 0, Role::kLevel},
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
      .loudness = kSpaceReverbLoudness,
      .driver = {.input = AudioInput::kLine},
  };

  SpaceReverb() : Engine(kInfo) {}
  [[gnu::cold]] float in_use(Index slot) const;

 private:
  static constexpr int kTaps = 5;  // early reflections a side
  static constexpr float kBassHz = 250.0f;
  // Delays follow the size at most this fast, in samples per sample: a fifth of a semitone per
  // cent.
  static constexpr float kGlideLimit = 0.2f * kTickFrames;
  static constexpr int kPredelayLength = 8192;  // 120 ms and 50 ms at 48 kHz; a power of two

  void on_reset() override;
  void on_tick() override;
  // Another room around what still sounds: lines and pre-delays keep their contents.
  bool on_voice_space() override {
    furnish();
    jump_ = true;
    return false;
  }
  void render(const StereoBlock& block) override;
  void live_state(float* out) const override;

  const RoomTraits& traits() const { return kVoiceSpaces.traits[voice_space()]; }
  // Nearest whole number of samples: a delay at rest reads one sample and loses no treble.
  static float whole(float samples) {
    return static_cast<float>(to_int(samples + 0.5f, 0, 1 << 20));
  }
  static float slow_sine(float t);
  void lay_out();
  void furnish();
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

// sin(2 pi t) for t in [0, 1), within 0.1 %: two parabolas, then one step of correction. A
// modulation needs no more, but its slope must have no corner.
inline float SpaceReverb::slow_sine(float t) {
  const float x = t < 0.5f ? t : t - 0.5f;
  const float half = 16.0f * x * (0.5f - x);
  const float y = half * (0.775f + 0.225f * half);
  return t < 0.5f ? y : -y;
}

inline void SpaceReverb::move(Glide& glide, float to) {
  if (jump_) glide.reset(to);
  glide.aim(to, kTickFrames);
}

// A delay follows its target no faster than kGlideLimit: a change of size bends the pitch and never
// tears.
inline void SpaceReverb::move_delay(Glide& delay, float to) {
  if (jump_) delay.reset(to);
  delay.aim(delay.target + clamp(to - delay.target, -kGlideLimit, kGlideLimit), kTickFrames);
}

inline void SpaceReverb::on_tick() {
  fdn_.settle();
  aim_delays();
  aim_decay();
  aim_early();
  aim_levels();
  const SvfCoefficients low = svf_high_pass(slot(kLowCut) / sample_rate(), 0.7071f);
  const SvfCoefficients high = svf_low_pass(slot(kHighCut) / sample_rate(), 0.7071f);
  if (jump_) {
    low_cut_.reset(low);
    high_cut_.reset(high);
  }
  low_cut_.aim(low, kTickFrames);
  high_cut_.aim(high, kTickFrames);
  jump_ = false;
}

inline float SpaceReverb::line_samples(int line) const {
  return whole(full_[line] * slot(kSize) * 0.01f);
}

inline void SpaceReverb::aim_delays() {
  freeze_ = slot(kFreeze) / 100.0f;
  const float held = 1.0f - freeze_;
  depth_ = slot(kModDepth) * traits().modulation * held * 0.0005f * room_rate();
  const float turn = slot(kModRate) * kTickFrames / sample_rate();
  for (int i = 0; i < Fdn::kLines; ++i) {
    float want = line_samples(i);
    if (i < Fdn::kModulated) {
      // Rates a little apart, so the lines never move together.
      phases_[i] += turn * (1.0f + 0.09f * static_cast<float>(i));
      if (phases_[i] >= 1.0f) phases_[i] -= 1.0f;
      want += depth_ * (1.0f + slow_sine(phases_[i]));
    }
    if (jump_) fdn_.set_delay(i, want);
    const float way = clamp(want - fdn_.delay(i), -kGlideLimit, kGlideLimit);
    fdn_.aim_delay(i, fdn_.delay(i) + way, kTickFrames);
  }
}

// −60 dB in decay_s: a line of d samples loses 3 d / (rate · decay) decades at each pass.
inline void SpaceReverb::aim_decay() {
  constexpr float kLog2Of1000 = 9.96578428f;
  const float freeze = freeze_;
  const float per_sample = kLog2Of1000 / (sample_rate() * slot(kDecay));
  const float bass = per_sample / slot(kBass);
  const float treble = per_sample / slot(kTreble);
  for (int i = 0; i < Fdn::kLines; ++i) {
    const float samples = fdn_.delay(i);
    const float middle = exp2(-per_sample * samples);
    const float low = exp2((per_sample - bass) * samples);
    const float high = exp2((per_sample - treble) * samples);
    const Fdn::Absorption loss = {middle + freeze * (1.0f - middle), low + freeze * (1.0f - low),
                                  high + freeze * (1.0f - high)};
    if (jump_) fdn_.set_absorption(i, loss);
    fdn_.aim_absorption(i, loss, kTickFrames);
  }
  fdn_.set_corners(one_pole_coefficient(kBassHz, sample_rate()),
                   one_pole_coefficient(slot(kDamping), sample_rate()));
}

inline void SpaceReverb::aim_early() {
  constexpr float kEarlyLongest = 2416.0f;
  const float size = slot(kSize) * 0.01f;
  const float predelay = slot(kPredelay) * 0.001f * sample_rate();
  move_delay(predelay_, whole(clamp(predelay, 0.0f, kPredelayLength - kEarlyLongest)) + 1.0f);
  for (int i = 0; i < kTaps; ++i) {
    move_delay(early_left_[i], predelay_.target + whole(size * place_[0][i]));
    move_delay(early_right_[i], predelay_.target + whole(size * place_[1][i]));
  }
}

inline void SpaceReverb::aim_levels() {
  const float output = gain_of_db(slot(kOutput));
  const float mix = slot(kMix) * 0.01f;
  // Long decays gather energy as 1 / (1 − g²); half of that, in dB, is taken back.
  const float passes = 9.96578428f * 0.03f / slot(kDecay);
  const float gathered = 1.0f - exp2(-2.0f * passes);
  move(diffusion_, slot(kDiffusion) * 0.0072f);
  move(early_, gain_of_db(slot(kEarly)));
  move(late_, gain_of_db(slot(kLate)));
  move(feed_, (1.0f - freeze_) * sqrt(sqrt(gathered)));
  move(width_, slot(kWidth) * 0.01f);
  move(dry_, sqrt(1.0f - mix) * output);
  move(wet_, sqrt(mix) * output);
  const float loud =
      clamp(1.0f + db_of_gain(0.5f * input_peak_ + 1e-6f) * (1.0f / 40.0f), 0.0f, 1.0f);
  duck_db_ = slot(kDuck);
  move(duck_, gain_of_db(-duck_db_ * loud));
  // Peaks decay in about 0.3 s.
  const float release = exp2(-1.44269504f * kTickFrames / (0.3f * sample_rate()));
  input_peak_ = flush(input_peak_ * release);
  wet_peak_ = flush(wet_peak_ * release);
}

// Times from what the longest line that is not modulated loses at each pass; the rest from the
// ratios between its bands. Near a full freeze nothing is lost, and nothing can be told.
inline float SpaceReverb::decay_in_use(Index slot) const {
  if (freeze_ > 0.9f) return kUnheard;
  constexpr int kLine = Fdn::kModulated;
  constexpr float kLog2Of1000 = 9.96578428f;
  const Fdn::Absorption loss = fdn_.absorption(kLine);
  const auto octaves = [&](float gain) { return log2((gain - freeze_) / (1.0f - freeze_)); };
  const float middle = -octaves(loss.middle);
  if (slot == kDecay) return kLog2Of1000 * fdn_.delay(kLine) / (sample_rate() * middle);
  return middle / (middle - octaves(slot == kBass ? loss.bass : loss.treble));
}

inline float SpaceReverb::in_use(Index slot) const {
  const float rate = sample_rate();
  const float wet = wet_.target * wet_.target;
  const float dry = dry_.target * dry_.target;
  switch (slot) {
    case kPredelay:
      return (predelay_.target - 1.0f) * 1000.0f / rate;
    case kSize:
      return 100.0f * fdn_.delay(Fdn::kLines - 1) / full_[Fdn::kLines - 1];
    case kDecay:
    case kBass:
    case kTreble:
      return decay_in_use(slot);
    case kDamping:
      return one_pole_cutoff(fdn_.treble_share(), rate);
    case kDiffusion:
      return diffusion_.target / 0.0072f;
    case kModRate:
      return phases_[0] * rate / kTickFrames;
    case kModDepth:
      return freeze_ > 0.9f
                 ? kUnheard
                 : depth_ / (traits().modulation * (1.0f - freeze_) * 0.0005f * room_rate());
    case kEarly:
      return db_of_gain(early_.target);
    case kLate:
      return db_of_gain(late_.target);
    case kLowCut:
      return low_cut_.target().frequency() * rate;
    case kHighCut:
      return high_cut_.target().frequency() * rate;
    case kDuck:
      return duck_db_;
    case kFreeze:
      return 100.0f * freeze_;
    case kWidth:
      return 100.0f * width_.target;
    case kMix:
      return 100.0f * wet / (wet + dry);
    case kOutput:
      return 0.5f * db_of_gain(wet + dry);
  }
  return kUnheard;
}

}  // namespace ens
