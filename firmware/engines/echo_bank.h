// Echoes that travel through the spectrum: eight taps in the rhythm of a tempo, each through one
// band of a resonant filter bank, for a line input.
//
// Signal path: a stereo line of one second in 16 bits (dsp/echo_line.h), read by eight taps and by
// the head that feeds back (dsp/echo_heads.h); bands, sides and levels of the taps; in the
// feedback low cut, damping, crossed sides and tape (dsp/tape_stage.h); ducking by the dry signal,
// an equal-power mix and a soft ceiling. The line takes 197 KB.
#pragma once

#include "dsp/echo_band.h"
#include "dsp/echo_heads.h"
#include "dsp/echo_line.h"
#include "dsp/glide.h"
#include "dsp/level.h"
#include "dsp/one_pole.h"
#include "dsp/tape_stage.h"
#include "engines/echo_bank_loudness.h"
#include "engines/echo_spaces.h"
#include "engines/engine.h"

namespace ens {

class EchoBank final : public Engine {
 public:
  enum Index : std::uint8_t {
    kTempo,
    kLoopBeats,
    kDensity,
    kRush,
    kSwell,
    kFeedback,
    kHold,
    kCross,
    kLowCut,
    kDamping,
    kDrive,
    kWowRate,
    kWowDepth,
    kBank,
    kCenter,
    kSpan,
    kResonance,
    kSweepRate,
    kSweepDepth,
    kWidth,
    kDuck,
    kMix,
    kOutput,
  };

  static constexpr auto kSlots = slot_table<Index>({
      {kTempo, "tempo_bpm", 60, 200, Curve::kLinear, 112},
      {kLoopBeats, "loop_beats", 0.25, 4, Curve::kExp, 1.5, kListedValues},
      {kDensity, "density_pct", 0, 100, Curve::kLinear, 45},
      {kRush, "rush_pct", -100, 100, Curve::kLinear, 0},
      {kSwell, "swell_db", -24, 24, Curve::kLinear, -6},
      {kFeedback, "feedback_pct", 0, 100, Curve::kLinear, 45},
      {kHold, "hold_pct", 0, 100, Curve::kCubic, 0},
      {kCross, "cross_pct", 0, 100, Curve::kLinear, 50},
      {kLowCut, "low_cut_hz", 20, 800, Curve::kExp, 70},
      {kDamping, "damping_hz", 800, 16000, Curve::kExp, 6000},
      {kDrive, "drive_db", 0, 18, Curve::kLinear, 3},
      {kWowRate, "wow_rate_hz", 0.1, 6, Curve::kExp, 0.6},
      {kWowDepth, "wow_depth_ms", 0, 5, Curve::kCubic, 0.3},
      {kBank, "bank_pct", 0, 100, Curve::kLinear, 70, Role::kMix},
      {kCenter, "center_hz", 150, 2500, Curve::kExp, 700},
      {kSpan, "span_st", -72, 72, Curve::kLinear, 40},
      {kResonance, "resonance_x", 0.7, 12, Curve::kExp, 2},
      {kSweepRate, "sweep_rate_hz", 0.03, 6, Curve::kExp, 0.2},
      {kSweepDepth, "sweep_depth_st", 0, 24, Curve::kSquare, 3},
      {kWidth, "width_pct", 0, 100, Curve::kSqrt, 80},
      {kDuck, "duck_db", 0, 24, Curve::kCubic, 0},
      {kMix, "mix_pct", 0, 100, Curve::kLinear, 45, Role::kMix},
      {kOutput, "output_db", -12, 12, Curve::kLinear, 0, Role::kLevel},
  });

  static constexpr auto kVoiceSpaces = voice_spaces<Index, EchoTraits>(
      kSlots,
      {
          {"Tape", {}, kTapeEchoes},
          {"Glass",
           {{kResonance, Curve::kSquare}, {kBank, Curve::kSqrt}, {kDrive, Curve::kCubic}},
           kGlassEchoes},
          {"Reverse",
           {{kDensity, Curve::kSquare}, {kFeedback, Curve::kSigmoid}, {kWowDepth, Curve::kSquare}},
           kReverseEchoes},
          {"Dub",
           {{kFeedback, Curve::kSqrt}, {kDrive, Curve::kSqrt}, {kDensity, Curve::kSquare}},
           kDubEchoes},
          {"Ascent",
           {{kSweepDepth, Curve::kLinear}, {kFeedback, Curve::kSigmoid}, {kSpan, Curve::kSigmoid}},
           kAscentEchoes},
      });

  static constexpr auto kLiveFields = names({"input_db", "wet_db", "loop_ms"});

  static constexpr EngineInfo kInfo = {
      .engine_id = "echo_bank",
      .slots = kSlots,
      .voice_spaces = kVoiceSpaces,
      .live_fields = kLiveFields,
      .loudness = kEchoBankLoudness,
      .step_values = kEchoBeats,
      .driver = {.input = AudioInput::kLine},
  };

  EchoBank() : Engine(kInfo) {}
  [[gnu::cold]] float in_use(Index slot) const;

 private:
  static constexpr int kFrames = static_cast<int>(kTickFrames);
  // Samples of the longest loop; the line holds the wow beyond it too.
  static constexpr float kLongestLoop = 48600.0f;
  static constexpr float kEchoGain = 1.5f;      // echoes are softer than what they repeat
  static constexpr float kHighestBand = 0.42f;  // of the sample rate
  // Of what is fresh in the line: with less than this a loop keeps its length.
  static constexpr float kHeld = 0.02f;

  void on_reset() override;
  void on_tick() override;
  // Other heads and bands around what still sounds: the line keeps its contents.
  bool on_voice_space() override {
    jump_ = true;
    return false;
  }
  void render(const StereoBlock& block) override;
  void live_state(float* out) const override;

  const EchoTraits& traits() const { return kVoiceSpaces.traits[voice_space()]; }
  static float whole(float samples) {
    return static_cast<float>(to_int(samples + 0.5f, 0, 1 << 20));
  }
  void move(Glide& glide, float to) {
    if (jump_) glide.reset(to);
    glide.aim(to, kFrames);
  }
  void aim_loop();
  void aim_wow();
  void aim_heads(EchoHeads& heads, float samples, float wow);
  void aim_taps();
  void aim_levels();
  void aim_bank();
  void aim_feedback();
  void aim_mix();
  [[gnu::cold]] float bank_in_use(Index slot) const;
  [[gnu::cold]] float taps_in_use(Index slot) const;
  // A block from the loop's end, both sides.
  using Back = float[2][EchoLine::kBlock];
  void read_taps(const Back& back, float* left, float* right, int frames);
  void feed_back(const Back& back, const float* in_left, const float* in_right, int frames);
  void mix_down(const StereoBlock& block, const float* wet_left, const float* wet_right);

  bool jump_ = true;
  EchoLine line_;
  EchoHeads taps_[kEchoTaps - 1];
  EchoHeads loop_;             // the last tap, which feeds back
  EchoHeads plain_;            // the same, still and unchanged: what is held
  EchoBand bands_[kEchoTaps];  // that of the last tap is of its left side
  EchoBand last_right_;
  float beat_samples_ = 24000.0f;
  float beats_ = 1.0f;  // of the loop, as asked for
  float loop_samples_ = 24000.0f;
  float exponent_ = 1.0f;            // of the places of taps in the loop
  float place_[kEchoTaps - 1] = {};  // 0…1 of the loop
  float weight_[kEchoTaps] = {};     // 0…1 by density
  float level_[kEchoTaps] = {};      // with the swell
  std::uint32_t wow_phase_ = 0, wow_step_ = 0;
  std::uint32_t flutter_phase_ = 0;
  std::uint32_t sweep_phase_ = 0, sweep_step_ = 0;
  float wow_samples_ = 0.0f;
  float sweep_st_ = 0.0f, swept_st_ = 0.0f;  // its depth, and where it is
  Glide feedback_, fresh_, cross_, drive_, undrive_, own_, dry_, wet_, output_, duck_;
  float damping_share_ = 1.0f, low_share_ = 0.0f;
  OnePole damped_[2], low_[2];
  TapeStage tape_[2];
  float duck_db_ = 0.0f;  // under an input at full scale
  float input_peak_ = 0.0f, wet_peak_ = 0.0f;
};

inline void EchoBank::on_tick() {
  aim_loop();
  aim_wow();
  aim_taps();
  aim_levels();
  aim_bank();
  aim_feedback();
  aim_mix();
  jump_ = false;
}

// A loop that the line cannot hold lasts half as long, and stays in time.
inline void EchoBank::aim_loop() {
  beat_samples_ = 60.0f * sample_rate() / slot(kTempo);
  beats_ = note_near(slot(kLoopBeats));
  const float open = 1.0f - slot(kHold) * 0.01f;
  move(fresh_, open * open * open);
  if (fresh_.target < kHeld && !jump_) return;
  const bool runs_back = traits().motion == EchoMotion::kGrain;
  const float reach = runs_back ? 1.0f + 0.5f * traits().grain * magnitude(traits().speed) : 1.0f;
  float samples = beat_samples_ * beats_;
  while (samples * reach > kLongestLoop) samples *= 0.5f;
  loop_samples_ = whole(samples);
}

// A slow sine and a faint fast one.
inline void EchoBank::aim_wow() {
  wow_samples_ = slot(kWowDepth) * traits().wow * 0.001f * sample_rate();
  wow_step_ = phase_step(slot(kWowRate) * kTickFrames, sample_rate());
  wow_phase_ += wow_step_;
  flutter_phase_ += 7 * wow_step_ - wow_step_ / 3;
}

inline void EchoBank::aim_heads(EchoHeads& heads, float samples, float wow) {
  const EchoTraits& space = traits();
  if (jump_) heads.reset(samples);
  switch (space.motion) {
    case EchoMotion::kTape:
      return heads.glide(samples, wow, space.speed * kFrames, kFrames);
    case EchoMotion::kFade:
      return heads.fade(samples, wow, kFrames);
    case EchoMotion::kGrain:
      return heads.grain(samples + whole(wow), space.speed, space.grain * loop_samples_, kFrames);
  }
}

// Places are (i/8)^exponent: below 1 the echoes come faster and faster, above 1 slower.
inline void EchoBank::aim_taps() {
  exponent_ = exp2(slot(kRush) * -0.01f);
  const auto wow = [&](int tap) {
    const std::uint32_t offset = static_cast<std::uint32_t>(tap) * 0x15555555u;
    return wow_samples_ * (sine(wow_phase_ + offset) + 0.12f * sine(flutter_phase_ - offset));
  };
  for (int i = 0; i < kEchoTaps - 1; ++i) {
    place_[i] = exp2(exponent_ * log2(static_cast<float>(i + 1) * (1.0f / kEchoTaps)));
    aim_heads(taps_[i], EchoLine::held(whole(loop_samples_ * place_[i])), wow(i));
  }
  aim_heads(loop_, loop_samples_, wow(kEchoTaps - 1));
  if (jump_) plain_.reset(loop_samples_);
  plain_.fade(loop_samples_, 0.0f, kFrames);
}

inline void EchoBank::aim_levels() {
  const float others = slot(kDensity) * 0.01f * (kEchoTaps - 1);
  const float swell = slot(kSwell);
  float power = 0.0f;
  for (int i = 0; i < kEchoTaps; ++i) {
    weight_[i] = clamp(others + 1.0f - static_cast<float>(kEchoRank[i]), 0.0f, 1.0f);
    level_[i] = weight_[i] * gain_of_db(swell * (static_cast<float>(i) / (kEchoTaps - 1) - 0.5f));
    power += level_[i] * level_[i];
  }
  const float even = kEchoGain / sqrt(power);
  for (float& level : level_) level *= even;
}

inline void EchoBank::aim_bank() {
  sweep_step_ = phase_step(slot(kSweepRate) * kTickFrames, sample_rate());
  sweep_phase_ += sweep_step_;
  sweep_st_ = slot(kSweepDepth);
  swept_st_ = sweep_st_ * sine(sweep_phase_);
  const float center = slot(kCenter) / sample_rate();
  const float span = slot(kSpan);
  const float q = slot(kResonance) * traits().resonance;
  const float share = slot(kBank) * 0.01f;
  for (int i = 0; i < kEchoTaps; ++i) {
    const float away_st = swept_st_ + span * (traits().order[i] - 0.5f);
    const float frequency = center * ratio_of_semitones(away_st);
    const EchoBand::Settings band = {frequency < kHighestBand ? frequency : kHighestBand, q, share,
                                     level_[i]};
    bands_[i].aim(band, jump_, kFrames);
    if (i == kEchoTaps - 1) last_right_.aim(band, jump_, kFrames);
  }
}

inline void EchoBank::aim_feedback() {
  move(feedback_, slot(kFeedback) * 0.01f * traits().regeneration);
  move(cross_, slot(kCross) * 0.01f);
  const float drive = gain_of_db(slot(kDrive));
  move(drive_, drive);
  move(undrive_, 1.0f / drive);
  low_share_ = one_pole_coefficient(slot(kLowCut), sample_rate());
  damping_share_ = one_pole_coefficient(slot(kDamping) * traits().damping, sample_rate());
}

inline void EchoBank::aim_mix() {
  const float mix = slot(kMix) * 0.01f;
  move(own_, 0.5f + 0.005f * slot(kWidth));
  // Over a loop that is held one plays at full level.
  move(dry_, sqrt(1.0f - mix * fresh_.target));
  move(wet_, sqrt(mix));
  move(output_, gain_of_db(slot(kOutput)));
  const float loud =
      clamp(1.0f + db_of_gain(0.5f * input_peak_ + 1e-6f) * (1.0f / 40.0f), 0.0f, 1.0f);
  duck_db_ = slot(kDuck);
  move(duck_, gain_of_db(-duck_db_ * loud));
  // Peaks decay in about 0.3 s.
  const float release = exp2(-1.44269504f * kTickFrames / (0.3f * sample_rate()));
  input_peak_ = flush(input_peak_ * release);
  wet_peak_ = flush(wet_peak_ * release);
}

// From the bands: the two in the middle lie as far above the centre as below it. Held at the end of
// what a filter can do, they tell nothing.
inline float EchoBank::bank_in_use(Index slot) const {
  int low = 0, high = 0;
  for (int i = 0; i < kEchoTaps; ++i) {
    const float order = traits().order[i];
    if (order > 0.4f && order < 0.5f) low = i;
    if (order > 0.5f && order < 0.6f) high = i;
  }
  const EchoBand::Settings below = bands_[low].target();
  const EchoBand::Settings above = bands_[high].target();
  const EchoBand::Settings last = bands_[kEchoTaps - 1].target();
  if (slot == kResonance) return agreed(below.q, above.q) / traits().resonance;
  if (slot == kBank) return 100.0f * last.share;
  const float most = 0.99f * kHighestBand;
  if (below.frequency > most || above.frequency > most) return kUnheard;
  if (slot == kSpan) return 7.0f * semitones_of_ratio(above.frequency / below.frequency);
  const float middle = sqrt(below.frequency * above.frequency);
  return middle * sample_rate() * ratio_of_semitones(-swept_st_);
}

inline float EchoBank::taps_in_use(Index slot) const {
  switch (slot) {
    case kDensity: {
      float sum = -1.0f;
      for (const float weight : weight_) sum += weight;
      return sum * (100.0f / (kEchoTaps - 1));
    }
    case kRush:
      return -100.0f * log2(-log2(place_[0]) * (1.0f / 3.0f));
    default: {  // the swell, from the loop's end and its middle
      constexpr int kMiddle = 3;
      if (weight_[kMiddle] < 1.0f) return kUnheard;
      return db_of_gain(level_[kEchoTaps - 1] / level_[kMiddle]) * (7.0f / 4.0f);
    }
  }
}

inline float EchoBank::in_use(Index slot) const {
  const float rate = sample_rate();
  switch (slot) {
    case kTempo:
      return 60.0f * rate / beat_samples_;
    case kLoopBeats:
      return beats_;
    case kDensity:
    case kRush:
    case kSwell:
      return taps_in_use(slot);
    case kFeedback:
      return 100.0f * feedback_.target / traits().regeneration;
    case kHold:
      return 100.0f - 100.0f * exp2(log2(fresh_.target) * (1.0f / 3.0f));
    case kCross:
      return 100.0f * cross_.target;
    case kLowCut:
      return one_pole_cutoff(low_share_, rate);
    case kDamping:
      return one_pole_cutoff(damping_share_, rate) / traits().damping;
    case kDrive:
      return agreed(db_of_gain(drive_.target), -db_of_gain(undrive_.target));
    case kWowRate:
      return hz_of_step(wow_step_, rate) / kTickFrames;
    case kWowDepth:
      return wow_samples_ / (traits().wow * 0.001f * rate);
    case kBank:
    case kCenter:
    case kSpan:
    case kResonance:
      return bank_in_use(slot);
    case kSweepRate:
      return hz_of_step(sweep_step_, rate) / kTickFrames;
    case kSweepDepth:
      return sweep_st_;
    case kWidth:
      return 200.0f * own_.target - 100.0f;
    case kDuck:
      return duck_db_;
    case kMix:
      return 100.0f * wet_.target * wet_.target;
    case kOutput:
      return db_of_gain(output_.target);
  }
  return kUnheard;
}

}  // namespace ens
