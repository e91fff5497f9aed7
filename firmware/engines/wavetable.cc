// The sound of wavetable.h: which voice plays a key, which gets the next cycle, and their sum.
#include "engines/wavetable.h"

#include "dsp/ceiling.h"

namespace ens {

void Wavetable::on_prepare() {
  tick_ms_ = 1000.0f * kTickFrames / sample_rate();
  maker_.prepare();
  dc_left_.prepare(sample_rate());
  dc_right_.prepare(sample_rate());
}

void Wavetable::on_reset() {
  for (Voice& voice : voices_) {
    voice.waves.restart();
    voice.amp.reset();
    voice.tone.reset();
    voice.sounding = voice.waiting = voice.held = false;
    voice.age = voice.built = 0;
  }
  frames_.begin(traits().frames);
  is_first_ = true;
  clock_ = builds_ = 0;
  pitch_.reset();
  sweep_phase_ = 0;
  last_key_ = -1.0f;
  side_.reset(0.0f);
  dc_left_.reset();
  dc_right_.reset();
}

// Voices sound on: once the other table is filled, in eight ticks, their next cycles are of it.
bool Wavetable::on_voice_space() {
  frames_.begin(traits().frames);
  return false;
}

Wavetable::Voice& Wavetable::choose(std::uint8_t key) {
  Voice* oldest = &voices_[0];
  Voice* free = nullptr;
  Voice* let_go = nullptr;
  for (Voice& voice : voices_) {
    const bool is_busy = voice.sounding || voice.waiting;
    if (is_busy && voice.next_key == key) return voice;
    if (!is_busy) free = &voice;
    if (!voice.held && (let_go == nullptr || voice.age < let_go->age)) let_go = &voice;
    if (voice.age < oldest->age) oldest = &voice;
  }
  if (free != nullptr) return *free;
  return let_go != nullptr ? *let_go : *oldest;
}

void Wavetable::on_note_on(std::uint8_t key, float velocity) {
  Voice& voice = choose(key);
  voice.next_key = key;
  voice.next_velocity = velocity;
  voice.waiting = voice.held = true;
  voice.age = ++clock_;
  last_key_ = static_cast<float>(key);
}

// A voice is released once its attack has begun (control), so that the shortest key sounds.
void Wavetable::on_note_off(std::uint8_t key) {
  for (Voice& voice : voices_) {
    if (voice.next_key == key) voice.held = false;
  }
}

void Wavetable::on_all_notes_off() {
  for (Voice& voice : voices_) voice.held = false;
}

// The key that has waited longest, or else the cycle that is oldest; none while all of them fade.
Wavetable::Voice* Wavetable::next_to_build() {
  Voice* first = nullptr;
  Voice* oldest = nullptr;
  for (Voice& voice : voices_) {
    if (voice.sounding && !voice.waves.is_settled()) continue;
    if (voice.waiting && (first == nullptr || voice.age < first->age)) first = &voice;
    if (voice.sounding && (oldest == nullptr || voice.built < oldest->built)) oldest = &voice;
  }
  return first != nullptr ? first : oldest;
}

// Its key sounds from now on.
void Wavetable::begin(Voice& voice) {
  if (!voice.sounding) {
    voice.waves.restart();
    voice.amp.reset();
    voice.tone.reset();
  }
  voice.key = voice.next_key;
  voice.velocity = voice.next_velocity;
  voice.touch = 0.25f + 0.75f * voice.velocity;
  voice.waiting = false;
  voice.sounding = true;
  voice.amp.start();
  voice.tone.start();
}

std::size_t Wavetable::sounding_voices() const {
  std::size_t count = 0;
  for (const Voice& voice : voices_) count += voice.sounding ? 1 : 0;
  return count;
}

const Wavetable::Voice* Wavetable::sounding_voice() const {
  for (const Voice& voice : voices_) {
    if (voice.sounding) return &voice;
  }
  return nullptr;
}

void Wavetable::render(const StereoBlock& block) {
  for (std::size_t i = 0; i < block.frames; ++i) block.out_left[i] = block.out_right[i] = 0.0f;
  for (Voice& voice : voices_) {
    if (voice.sounding) voice.waves.render(block.out_left, block.out_right, block.frames);
  }
  for (std::size_t i = 0; i < block.frames; ++i) {
    const float middle = 0.5f * (block.out_left[i] + block.out_right[i]);
    const float side = 0.5f * (block.out_left[i] - block.out_right[i]) * side_.next();
    block.out_left[i] = ceiling(dc_left_.step(middle + side));
    block.out_right[i] = ceiling(dc_right_.step(middle - side));
  }
}

void Wavetable::live_state(float* out) const {
  float sounding = 0.0f;
  float loudness = 0.0f;
  for (const Voice& voice : voices_) {
    if (!voice.sounding) continue;
    sounding += 1.0f;
    if (voice.amp.level() > loudness) loudness = voice.amp.level();
  }
  out[0] = sounding;
  out[1] = last_key_;
  out[2] = loudness;
}

}  // namespace ens
