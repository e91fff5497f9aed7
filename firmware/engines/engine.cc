// What all engines share: parameters, ticks, input, fades, bounds.
#include "engines/engine.h"

namespace ens {
namespace {

// Slots cover 63 % of a jump in this time: fast enough to follow a hand, too slow to click.
constexpr float kSmoothingMs = 8.0f;
// The same while another sound is chosen, which takes 95 % of its way in 45 ms.
constexpr float kGlidingMs = 15.0f;
constexpr float kGlideMs = 60.0f;
// A slot this near its target (share of its range) has arrived.
constexpr float kArrived = 1e-5f;
// Inputs below −180 dB are silence; so no denormal enters an engine.
constexpr float kSilence = 1e-9f;
// Larger inputs are an error of the host; engines may rely on this bound.
constexpr float kInputBound = 4.0f;
constexpr std::uint8_t kMaxKey = 127;

std::uint8_t key_within(std::uint8_t key) {
  return key > kMaxKey ? kMaxKey : key;
}

// NaN and infinities become silence, the rest is bounded, denormals vanish.
float clean(float x) {
  if (!(x >= -kInputBound)) return x < -kInputBound ? -kInputBound : 0.0f;
  if (x > kInputBound) return kInputBound;
  return x > -kSilence && x < kSilence ? 0.0f : x;
}

// Performance data has no curve of its own.
float linear(Unit unit, float min, float max) {
  return Range(min, max).at(shape(Curve::kLinear, unit));
}

}  // namespace

Engine::Engine(const EngineInfo& info) : info_(info) {
  for (std::size_t i = 0; i < info_.slots.size(); ++i) params_[i] = info_.slots[i].default_unit;
}

void Engine::prepare(float sample_rate_hz) {
  sample_rate_ = sample_rate_hz;
  const float ticks_per_ms = 0.001f * sample_rate_hz / static_cast<float>(kTickFrames);
  smoothing_ = 1.0f - exp2(-curve_detail::kLog2E / (kSmoothingMs * ticks_per_ms));
  gliding_smoothing_ = 1.0f - exp2(-curve_detail::kLog2E / (kGlidingMs * ticks_per_ms));
  glide_ticks_ = to_int(kGlideMs * ticks_per_ms, 1, 1000);
  limiter_.prepare(sample_rate_hz);
  on_prepare();
  reset();
}

void Engine::reset() {
  voice_space_ = wanted_space_;
  frames_left_ = 0;
  fade_ = kFadeFrames;
  fade_step_ = 0;
  event_count_ = 0;
  fresh_ = true;
  gliding_ = 0;
  is_sustained_ = false;
  is_resting_ = false;
  for (std::uint32_t& keys : let_go_) keys = 0;
  limiter_.reset();
  settle();
  on_reset();
  is_clear_ = true;
}

void Engine::start(std::size_t voice_space, const Unit* params) {
  if (voice_space == 0 || voice_space < info_.voice_spaces.size()) wanted_space_ = voice_space;
  for (std::size_t i = 0; i < info_.slots.size(); ++i) params_[i] = params[i];
  reset();
}

bool Engine::set_voice_space(std::size_t ordinal) {
  if (ordinal != 0 && ordinal >= info_.voice_spaces.size()) return false;
  wanted_space_ = ordinal;
  if (fresh_ && voice_space_ != ordinal) reset();
  return true;
}

void Engine::set_params(const Unit* params) {
  for (std::size_t i = 0; i < info_.slots.size(); ++i) set_param(i, params[i]);
}

void Engine::set_param(std::size_t slot, Unit param) {
  if (slot >= info_.slots.size() || params_[slot] == param) return;
  params_[slot] = param;
  retarget(slot);
}

void Engine::note_on(std::uint8_t key, Unit velocity, std::uint8_t channel) {
  if (velocity == Unit()) return note_off(key);
  key = key_within(key);
  channel_of_[key] = channel % kChannels;
  let_go_[key / 32] &= ~bit_of(key);
  is_clear_ = false;
  on_note_on(key, linear(velocity, 0.0f, 1.0f));
}

void Engine::note_off(std::uint8_t key) {
  key = key_within(key);
  if (is_sustained_) {
    let_go_[key / 32] |= bit_of(key);
  } else {
    on_note_off(key);
  }
}

void Engine::all_notes_off() {
  for (std::uint32_t& keys : let_go_) keys = 0;
  on_all_notes_off();
}

void Engine::sustain(bool is_down) {
  is_sustained_ = is_down;
  if (is_down) return;
  for (std::uint8_t key = 0; key < kKeys; ++key) {
    if ((let_go_[key / 32] & bit_of(key)) != 0) on_note_off(key);
  }
  for (std::uint32_t& keys : let_go_) keys = 0;
}

void Engine::pitch_bend(Unit bend) {
  bend_ = linear(bend, -1.0f, 1.0f);
  on_pitch_bend(bend_ * bend_scale_);
}

void Engine::bend_range(Unit range) {
  bend_scale_ = linear(range, 0.0f, 16.0f);
  on_pitch_bend(bend_ * bend_scale_);
}

void Engine::mod_wheel(Unit depth) {
  on_mod_wheel(linear(depth, 0.0f, 1.0f));
}

void Engine::pressure(Unit pressure) {
  on_pressure(linear(pressure, 0.0f, 1.0f));
}

void Engine::note_bend(std::uint8_t channel, Unit bend) {
  if (channel != 0) expression_[channel % kChannels].bend = linear(bend, -1.0f, 1.0f);
}

void Engine::note_pressure(std::uint8_t channel, Unit pressure) {
  if (channel != 0) expression_[channel % kChannels].pressure = linear(pressure, 0.0f, 1.0f);
}

void Engine::note_timbre(std::uint8_t channel, Unit timbre) {
  if (channel != 0) expression_[channel % kChannels].timbre = linear(timbre, -1.0f, 1.0f);
}

void Engine::note_bend_range(Unit range) {
  note_bend_range_st_ = linear(range, 0.0f, 96.0f);
}

float Engine::bend_of(std::uint8_t key) const {
  const float at = static_cast<float>(key);
  return clamp(expression_of(key).bend * note_bend_range_st_, -at, kMaxKey - at);
}

void Engine::aim(std::size_t slot) {
  const Slot& of = info_.slots[slot];
  const Shaped shaped = shape_by(info_.curve(voice_space_, slot), params_[slot]);
  target_[slot] = Range(of.min, of.max).at(shaped);
}

void Engine::retarget(std::size_t slot) {
  aim(slot);
  is_moved_ = true;
  // A gesture is smoothed, but nothing lies between two steps.
  if (fresh_ || steps_[slot] != 0) value_[slot] = previous_[slot] = target_[slot];
}

// What the sound is multiplied by where the slots are going.
float Engine::makeup() const {
  if (!is_even_ || voice_space_ >= info_.loudness.size()) return 1.0f;
  const SpaceLoudness& space = info_.loudness[voice_space_];
  float at[kMaxSlots];
  float thirds = static_cast<float>(space.at_zero);
  for (std::size_t i = 0; i < info_.slots.size(); ++i) {
    const float x = linear(params_[i], 0.0f, 1.0f);
    const SlotLoudness& adds = space.slots[i];
    at[i] = x;
    thirds += (static_cast<float>(adds.line) + static_cast<float>(adds.bend) * x) * x;
  }
  for (const PairLoudness& pair : space.pairs) {
    if (pair.weight == 0) break;
    thirds += static_cast<float>(pair.weight) * at[pair.one] * at[pair.other];
  }
  constexpr float kThird = 1.0f / 3.0f;
  return gain_of_db(clamp(kReferenceLufs - kThird * thirds, -kMostMakeupDb, kMostMakeupDb));
}

void Engine::settle() {
  for (std::size_t i = 0; i < info_.slots.size(); ++i) {
    aim(i);
    value_[i] = previous_[i] = target_[i];
    steps_[i] = info_.step_count(voice_space_, i);
  }
  makeup_ = makeup();
  is_moved_ = false;
  gain_.reset(makeup_);
}

void Engine::begin_tick() {
  is_clear_ = is_resting_ = false;
  if (fade_ == 0 && wanted_space_ != voice_space_) {
    voice_space_ = wanted_space_;
    settle();
    fade_step_ = 0;
    frames_left_ = kTickFrames;
    is_resting_ = on_voice_space();
    if (is_resting_) return;
  }
  if (wanted_space_ != voice_space_) {
    fade_step_ = -1;
  } else {
    fade_step_ = fade_ < kFadeFrames ? 1 : 0;
  }
  const float share = gliding_ > 0 ? gliding_smoothing_ : smoothing_;
  if (gliding_ > 0) --gliding_;
  // Until the first tick all slots are where they are going.
  const std::size_t moving = fresh_ ? 0 : info_.slots.size();
  for (std::size_t i = 0; i < moving; ++i) {
    previous_[i] = value_[i];
    if (value_[i] == target_[i]) {
      // At rest, which most slots are: as below, where a zero of the other sign becomes the target.
      value_[i] = target_[i];
      continue;
    }
    const float way = target_[i] - value_[i];
    const float arrived = kArrived * (info_.slots[i].max - info_.slots[i].min);
    value_[i] = way > -arrived && way < arrived ? target_[i] : value_[i] + way * share;
  }
  if (is_moved_) makeup_ = makeup();
  is_moved_ = false;
  // Until the first tick slots jump, and so does the gain that goes with them.
  if (fresh_) gain_.reset(makeup_);
  const float way = makeup_ - gain_.target;
  const bool is_there = magnitude(way) < kArrived * makeup_;
  gain_.aim(is_there ? makeup_ : gain_.target + way * share, kTickFrames);
  fresh_ = false;
  frames_left_ = kTickFrames;
  on_tick();
}

void Engine::take_input(const float* left, const float* right, std::size_t frames) {
  for (std::size_t i = 0; i < frames; ++i) {
    in_left_[i] = left == nullptr ? 0.0f : clean(left[i]);
    in_right_[i] = right == nullptr ? 0.0f : clean(right[i]);
  }
}

void Engine::fade(float* samples, std::size_t frames) const {
  std::int32_t at = fade_;
  for (std::size_t i = 0; i < frames; ++i) {
    at += fade_step_;
    samples[i] *= static_cast<float>(at) * (1.0f / kFadeFrames);
  }
}

void Engine::finish(float* left, float* right, std::size_t frames) {
  if (fade_step_ != 0) {
    fade(left, frames);
    fade(right, frames);
  }
  if (is_even_) {
    Glide moving = gain_;  // in a register
    for (std::size_t i = 0; i < frames; ++i) {
      const float gain = moving.next();
      left[i] *= gain;
      right[i] *= gain;
    }
    gain_ = moving;
  }
  limiter_.process(left, right, frames);
}

template <bool kFinished>
void Engine::run(const float* in_left, const float* in_right, float* out_left, float* out_right,
                 std::size_t frames) {
  const bool hears = info_.driver.input != AudioInput::kNone;
  while (frames > 0) {
    if (frames_left_ == 0) begin_tick();
    const std::size_t part = frames < frames_left_ ? frames : frames_left_;
    if (hears) {
      take_input(in_left, in_right, part);
      if (in_left != nullptr) in_left += part;
      if (in_right != nullptr) in_right += part;
    }
    const StereoBlock block = {in_left_, in_right_, out_left, out_right, part};
    if (is_resting_) {
      Engine::render(block);  // silence
    } else {
      render(block);
    }
    if constexpr (kFinished) finish(out_left, out_right, part);
    fade_ += fade_step_ * static_cast<std::int32_t>(part);
    frames_left_ -= part;
    out_left += part;
    out_right += part;
    frames -= part;
  }
}

void Engine::process(const float* in_left, const float* in_right, float* out_left, float* out_right,
                     std::size_t frames) {
  run<true>(in_left, in_right, out_left, out_right, frames);
}

void Engine::process_unfinished(const float* in_left, const float* in_right, float* out_left,
                                float* out_right, std::size_t frames) {
  run<false>(in_left, in_right, out_left, out_right, frames);
}

void Engine::render(const StereoBlock& block) {
  for (std::size_t i = 0; i < block.frames; ++i) block.out_left[i] = block.out_right[i] = 0.0f;
}

void Engine::read_state(float* out) const {
  for (std::size_t i = 0; i < info_.slots.size(); ++i) out[i] = value_[i];
  live_state(out + info_.slots.size());
}

void Engine::read_in_use(float (*in_use)(const Engine&, std::size_t), float* out) {
  float kept[kMaxSlots];
  for (std::size_t i = 0; i < info_.slots.size(); ++i) {
    kept[i] = value_[i];
    value_[i] = kUnheard;
  }
  for (std::size_t i = 0; i < info_.slots.size(); ++i) out[i] = in_use(*this, i);
  for (std::size_t i = 0; i < info_.slots.size(); ++i) value_[i] = kept[i];
}

void Engine::emit(MidiEvent event) {
  events_[(event_first_ + event_count_) % kEventCapacity] = event;
  if (event_count_ < kEventCapacity) {
    ++event_count_;
  } else {
    event_first_ = (event_first_ + 1) % kEventCapacity;
  }
}

bool Engine::next_event(MidiEvent* event) {
  if (event_count_ == 0) return false;
  *event = events_[event_first_];
  event_first_ = (event_first_ + 1) % kEventCapacity;
  --event_count_;
  return true;
}

}  // namespace ens
