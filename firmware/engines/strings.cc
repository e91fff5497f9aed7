// The sound of strings.h: which string a key plays, and how they reach the body.
#include "engines/strings.h"

#include "dsp/ceiling.h"

namespace ens {

void Strings::on_prepare() {
  tick_ms_ = 1000.0f * kTickFrames / sample_rate();
  dc_left_.prepare(sample_rate());
  dc_right_.prepare(sample_rate());
}

void Strings::on_reset() {
  std::uint32_t seed = 1;
  for (Voice& voice : voices_) {
    voice.string.reset(seed++, is_clear());
    voice.bow.reset();
    voice.held = false;
    voice.age = 0;
  }
  pitch_.reset();
  clock_ = 0;
  last_key_ = -1.0f;
  gain_.reset(0.0f);
  body_.reset();
  dc_left_.reset();
  dc_right_.reset();
}

// The strings ring on; the body is another.
bool Strings::on_voice_space() {
  body_.reset();
  return false;
}

Strings::Voice& Strings::choose(std::uint8_t key) {
  Voice* oldest = &voices_[0];
  Voice* free = nullptr;
  Voice* let_go = nullptr;
  for (Voice& voice : voices_) {
    const bool sounds = voice.string.sounding();
    if (sounds && voice.key == key) return voice;
    if (!sounds) free = &voice;
    if (!voice.held && (let_go == nullptr || voice.age < let_go->age)) let_go = &voice;
    if (voice.age < oldest->age) oldest = &voice;
  }
  if (free != nullptr) return *free;
  return let_go != nullptr ? *let_go : *oldest;
}

void Strings::on_note_on(std::uint8_t key, float velocity) {
  Voice& voice = choose(key);
  if (!voice.string.sounding()) {
    voice.string.reset(static_cast<std::uint32_t>(key) + 1);
    voice.bow.reset();
  }
  voice.key = key;
  voice.velocity = velocity;
  voice.held = true;
  voice.age = ++clock_;
  voice.string.pluck();
  voice.bow.start();
  last_key_ = static_cast<float>(key);
}

void Strings::on_note_off(std::uint8_t key) {
  for (Voice& voice : voices_) {
    if (voice.key != key || !voice.held) continue;
    voice.held = false;
    voice.bow.release();
  }
}

void Strings::on_all_notes_off() {
  for (Voice& voice : voices_) {
    voice.held = false;
    voice.bow.release();
  }
}

const Strings::Voice* Strings::sounding_voice() const {
  for (const Voice& voice : voices_) {
    if (voice.string.sounding()) return &voice;
  }
  return nullptr;
}

void Strings::render(const StereoBlock& block) {
  for (std::size_t i = 0; i < block.frames; ++i) block.out_left[i] = block.out_right[i] = 0.0f;
  for (Voice& voice : voices_) {
    if (!voice.string.sounding()) continue;
    const float side = (voice.age & 1) != 0 ? side_ : -side_;
    voice.string.render(0.7f - 0.7f * side, 0.7f + 0.7f * side, block.out_left, block.out_right,
                        block.frames);
  }
  body_.process(block.out_left, block.out_right, block.frames);
  for (std::size_t i = 0; i < block.frames; ++i) {
    const float gain = gain_.next();
    block.out_left[i] = ceiling(dc_left_.step(block.out_left[i]) * gain);
    block.out_right[i] = ceiling(dc_right_.step(block.out_right[i]) * gain);
  }
}

void Strings::live_state(float* out) const {
  float sounding = 0.0f;
  float vibration = 0.0f;
  for (const Voice& voice : voices_) {
    if (!voice.string.sounding()) continue;
    sounding += 1.0f;
    if (voice.string.peak() > vibration) vibration = voice.string.peak();
  }
  out[0] = sounding;
  out[1] = last_key_;
  out[2] = vibration;
}

}  // namespace ens
