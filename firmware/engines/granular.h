// A granular looper for a microphone: up to 40 grains over the last four seconds of what it hears,
// in any order, direction and pitch.
//
// Signal path, a tick at a time: the input at half the rate (dsp/half_band.h) with what feeds back
// is written into a ring (dsp/grain_memory.h) whose head stops while it is frozen; a cloud of
// grains (dsp/grain_cloud.h) reads it, its level evened by how many sound at once; low cut and
// damping; up again, an equal-power mix and a soft ceiling. What is heard is recorded a tick later.
// The ring takes 198 KB.
#pragma once

#include "dsp/glide.h"
#include "dsp/grain_cloud.h"
#include "dsp/half_band.h"
#include "dsp/one_pole.h"
#include "engines/engine.h"
#include "engines/grain_spaces.h"
#include "engines/granular_loudness.h"

namespace ens {

class Granular final : public Engine {
 public:
  enum Index : std::uint8_t {
    kPosition,
    kMemory,
    kScan,
    kSpray,
    kGrain,
    kDensity,
    kJitter,
    kPeak,
    kPitch,
    kScatter,
    kHarmony,
    kReverse,
    kSpread,
    kFeedback,
    kFreeze,
    kLowCut,
    kDamping,
    kMix,
    kOutput,
  };

  static constexpr auto kSlots = slot_table<Index>({
      {kPosition, "position_pct", 0, 100, Curve::kLinear, 12},
      {kMemory, "memory_ms", 200, 4000, Curve::kExp, 2000},
      {kScan, "scan_pct", -100, 200, Curve::kLinear, 100},
      {kSpray, "spray_ms", 0, 1000, Curve::kSquare, 60},
      {kGrain, "grain_ms", 5, 500, Curve::kExp, 140},
      {kDensity, "density_hz", 1, 100, Curve::kExp, 18},
      {kJitter, "jitter_pct", 0, 100, Curve::kLinear, 60},
      {kPeak, "peak_pct", 0, 100, Curve::kLinear, 50},
      {kPitch, "pitch_st", -24, 24, Curve::kLinear, 0},
      {kScatter, "scatter_st", 0, 12, Curve::kCubic, 0.08},
      {kHarmony, "harmony_pct", 0, 100, Curve::kLinear, 15},
      {kReverse, "reverse_pct", 0, 100, Curve::kLinear, 10},
      {kSpread, "spread_pct", 0, 100, Curve::kSqrt, 75},
      {kFeedback, "feedback_pct", 0, 100, Curve::kLinear, 25},
      {kFreeze, "freeze_pct", 0, 100, Curve::kCubic, 0},
      {kLowCut, "low_cut_hz", 20, 1000, Curve::kExp, 60},
      {kDamping, "damping_hz", 500, 11000, Curve::kExp, 9000},
      {kMix, "mix_pct", 0, 100, Curve::kLinear, 60, Role::kMix},
      {kOutput, "output_db", -12, 12, Curve::kLinear, 0, Role::kLevel},
  });

  static constexpr auto kVoiceSpaces = voice_spaces<Index, GrainTraits>(
      kSlots, {
                  {"Cloud", {}, kCloudGrains},
                  {"Stutter",
                   {{kGrain, Curve::kSquare}, {kDensity, Curve::kSquare}, {kJitter, Curve::kCubic}},
                   kStutterGrains},
                  {"Stretch",
                   {{kGrain, Curve::kSqrt}, {kSpray, Curve::kCubic}, {kDensity, Curve::kLinear}},
                   kStretchGrains},
                  {"Shimmer",
                   {{kHarmony, Curve::kSqrt}, {kFeedback, Curve::kSqrt}, {kGrain, Curve::kLinear}},
                   kShimmerGrains},
                  {"Rewind", {{kScan, Curve::kSigmoid}, {kReverse, Curve::kSquare}}, kRewindGrains},
              });

  static constexpr auto kLiveFields = names({"input_db", "wet_db", "grains", "place_ms"});

  static constexpr EngineInfo kInfo = {
      .engine_id = "granular",
      .slots = kSlots,
      .voice_spaces = kVoiceSpaces,
      .live_fields = kLiveFields,
      .loudness = kGranularLoudness,
      .driver = {.input = AudioInput::kMicrophone, .microphone_gain_db = 30},
  };

  Granular() : Engine(kInfo) {}
  [[gnu::cold]] float in_use(Index slot) const;

 private:
  static constexpr int kFrames = static_cast<int>(kTickFrames);
  static constexpr int kHalf = kFrames / 2;  // of a tick, at the rate of the memory
  static_assert(kHalf == GrainMemory::kBlock);
  // Of what is fresh: with less than this the head stands still.
  static constexpr float kFrozen = 0.02f;

  void on_reset() override;
  void on_tick() override {
    aim_grains();
    aim_tone();
    aim_mix();
    jump_ = false;
    record();
    play();
  }
  // Grains sound on.
  bool on_voice_space() override {
    jump_ = true;
    cloud_.rewind();
    return false;
  }
  void render(const StereoBlock& block) override;
  void live_state(float* out) const override;

  const GrainTraits& traits() const { return kVoiceSpaces.traits[voice_space()]; }
  float memory_rate() const { return 0.5f * sample_rate(); }
  void move(Glide& glide, float to, int frames) {
    if (jump_) glide.reset(to);
    glide.aim(to, frames);
  }
  void aim_grains();
  void aim_tone();
  void aim_mix();
  void record();
  void play();
  float likeness(const GrainSettings& grains) const;
  float level_of(const GrainSettings& grains) const;

  bool jump_ = true;
  GrainMemory memory_;
  GrainCloud cloud_;
  HalfBand half_[2];
  float heard_[kFrames] = {};   // input of the last tick
  float back_[kHalf] = {};      // what feeds back
  float wet_[2][kFrames] = {};  // of this tick
  int at_ = 0;                  // in both
  bool runs_ = false;           // the head, in the next record()
  Glide fresh_, open_, feedback_, dry_, wet_gain_, output_;
  float low_share_ = 0.0f, damping_share_ = 1.0f;
  OnePole low_[2], damped_[2];
  float input_peak_ = 0.0f, wet_peak_ = 0.0f;
};

inline void Granular::aim_grains() {
  const GrainTraits& space = traits();
  const float per_ms = 0.001f * memory_rate();
  GrainSettings grains;
  grains.place = slot(kPosition) * 0.01f;
  grains.span = slot(kMemory) * per_ms;
  grains.walk = slot(kScan) * 0.01f * space.walk;
  grains.spray = slot(kSpray) * per_ms;
  grains.length = slot(kGrain) * per_ms;
  grains.step = slot(kDensity) / memory_rate();
  grains.jitter = slot(kJitter) * 0.01f;
  grains.peak = slot(kPeak) * 0.01f;
  grains.flat = space.flat;
  grains.pitch_st = slot(kPitch);
  grains.scatter_st = slot(kScatter);
  grains.harmony = slot(kHarmony) * 0.01f;
  for (int i = 0; i < 4; ++i) grains.intervals_st[i] = space.intervals_st[i];
  const float reverse = slot(kReverse) * 0.01f;
  grains.backwards = space.turned ? 1.0f - reverse : reverse;
  grains.spread = slot(kSpread) * 0.01f;
  grains.repeats = space.repeats;
  grains.level = level_of(grains);
  cloud_.set(grains);
}

// How much grains that sound at once are the same sound and add up in amplitude instead of power,
// 0…1: as far as neighbours read within a millisecond of each other.
inline float Granular::likeness(const GrainSettings& grains) const {
  const float ratio = ratio_of_semitones(grains.pitch_st);
  const bool runs_back = grains.backwards > 0.5f;
  const float most = runs_back ? grains.backwards : 1.0f - grains.backwards;
  const float walk = grains.repeats > 1 ? 0.0f : grains.walk;
  const float apart = magnitude(walk - (runs_back ? -ratio : ratio)) / grains.step;
  const float drift = 0.06f * grains.scatter_st * grains.length;
  const float off = (apart + grains.spray + drift) * 1000.0f / memory_rate();
  return most * most * (1.0f - 0.8f * grains.harmony) / (1.0f + off * off);
}

// A cloud is as loud as what it is made of, however many grains sound at once. Each keeps the level
// that it began with, so that those of a dense cloud do not swell when it thins out.
inline float Granular::level_of(const GrainSettings& grains) const {
  const float wanted = grains.step * grains.length;
  const float count = wanted < GrainCloud::kGrains ? wanted : GrainCloud::kGrains;
  const float power = count * GrainCloud::power_of(grains.flat);
  const float sum = count * GrainCloud::mean_of(grains.flat);
  const float both = power + likeness(grains) * (sum * sum - power);
  const float most = both > power ? both : power;
  return 1.41421356f / sqrt(most > 0.25f ? most : 0.25f);
}

inline void Granular::aim_tone() {
  low_share_ = one_pole_coefficient(slot(kLowCut), memory_rate());
  damping_share_ = one_pole_coefficient(slot(kDamping), memory_rate());
  move(feedback_, slot(kFeedback) * 0.01f * traits().regeneration, kHalf);
  const float open = 1.0f - slot(kFreeze) * 0.01f;
  move(fresh_, open * open * open, kHalf);
}

inline void Granular::aim_mix() {
  const float mix = slot(kMix) * 0.01f;
  // Over what is frozen one plays at full level.
  move(dry_, sqrt(1.0f - mix * fresh_.target), kFrames);
  move(wet_gain_, sqrt(mix), kFrames);
  move(output_, gain_of_db(slot(kOutput)), kFrames);
  // Peaks decay in about 0.3 s.
  const float release = exp2(-1.44269504f * kTickFrames / (0.3f * sample_rate()));
  input_peak_ = flush(input_peak_ * release);
  wet_peak_ = flush(wet_peak_ * release);
}

inline float Granular::in_use(Index slot) const {
  const GrainSettings& grains = cloud_.settings();
  const float ms = 1000.0f / memory_rate();
  switch (slot) {
    case kPosition:
      return 100.0f * grains.place;
    case kMemory:
      return grains.span * ms;
    case kScan:
      return 100.0f * grains.walk / traits().walk;
    case kSpray:
      return grains.spray * ms;
    case kGrain:
      return grains.length * ms;
    case kDensity:
      return grains.step * memory_rate();
    case kJitter:
      return 100.0f * grains.jitter;
    case kPeak:
      return 100.0f * grains.peak;
    case kPitch:
      return grains.pitch_st;
    case kScatter:
      return grains.scatter_st;
    case kHarmony:
      return 100.0f * grains.harmony;
    case kReverse:
      return 100.0f * (traits().turned ? 1.0f - grains.backwards : grains.backwards);
    case kSpread:
      return 100.0f * grains.spread;
    case kFeedback:
      return 100.0f * feedback_.target / traits().regeneration;
    case kFreeze:
      return 100.0f - 100.0f * exp2(log2(fresh_.target) * (1.0f / 3.0f));
    case kLowCut:
      return one_pole_cutoff(low_share_, memory_rate());
    case kDamping:
      return one_pole_cutoff(damping_share_, memory_rate());
    case kMix:
      return 100.0f * wet_gain_.target * wet_gain_.target;
    case kOutput:
      return db_of_gain(output_.target);
  }
  return kUnheard;
}

}  // namespace ens
