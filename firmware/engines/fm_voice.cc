// The sound of fm_voice.h: which voice plays a note, and the loops of its algorithms.
#include "engines/fm_voice.h"

#include "dsp/ceiling.h"

namespace ens {

void FmVoice::on_prepare() {
  tick_ms_ = 1000.0f * kTickFrames / sample_rate();
  dc_left_.prepare(sample_rate());
  dc_right_.prepare(sample_rate());
}

void FmVoice::on_reset() {
  for (Voice& voice : voices_) voice = Voice{};
  lfo_phase_ = 0;
  last_key_ = -1.0f;
  clock_ = 0;

  dc_left_.reset();
  dc_right_.reset();
}

FmVoice::Voice& FmVoice::choose(std::uint8_t key) {
  Voice* oldest = &voices_[0];
  Voice* free = nullptr;
  for (Voice& voice : voices_) {
    if (voice.key == key && !voice.amp.idle()) return voice;
    if (voice.amp.idle() && !voice.sounding) free = &voice;
    if (voice.age < oldest->age) oldest = &voice;
  }
  return free != nullptr ? *free : *oldest;
}

void FmVoice::on_note_on(std::uint8_t key, float velocity) {
  Voice& voice = choose(key);
  voice.key = key;
  voice.velocity = velocity;
  if (voice.amp.idle()) {
    voice.operators.restart();
    voice.pitch = last_key_ < 0.0f ? static_cast<float>(voice.key) : last_key_;
  }

  voice.age = ++clock_;
  voice.turn = clock_;  // voices take turns
  voice.amp.start();
  voice.tone.start();
  last_key_ = static_cast<float>(voice.key);
}

void FmVoice::on_note_off(std::uint8_t key) {
  for (Voice& voice : voices_) {
    if (voice.key != key || !voice.amp.held()) continue;
    voice.amp.release();
    voice.tone.release();
  }
}

void FmVoice::on_all_notes_off() {
  for (Voice& voice : voices_) {
    voice.amp.release();
    voice.tone.release();
  }
}

const FmVoice::Voice* FmVoice::sounding_voice() const {
  for (const Voice& voice : voices_) {
    if (voice.sounding) return &voice;
  }
  return nullptr;
}

// The loop that was compiled for the algorithm of the voice space in force.
template <std::size_t kSpace>
void FmVoice::run_voice_space(Voice& voice, const StereoBlock& block) const {
  if constexpr (kSpace < kVoiceSpaces.size()) {
    if (voice_space() == kSpace) {
      constexpr Algorithm kRoute = kVoiceSpaces.traits[kSpace].algorithm;
      return voice.operators.render<kRoute>(voice.pan_left, voice.pan_right, block.out_left,
                                            block.out_right, block.frames);
    }
    run_voice_space<kSpace + 1>(voice, block);
  }
}

void FmVoice::render(const StereoBlock& block) {
  for (std::size_t i = 0; i < block.frames; ++i) block.out_left[i] = block.out_right[i] = 0.0f;
  for (Voice& voice : voices_) {
    if (!voice.sounding) continue;
    run_voice_space(voice, block);
  }
  for (std::size_t i = 0; i < block.frames; ++i) {
    block.out_left[i] = ceiling(dc_left_.step(block.out_left[i]));
    block.out_right[i] = ceiling(dc_right_.step(block.out_right[i]));
  }
}

void FmVoice::live_state(float* out) const {
  float sounding = 0.0f;
  float loudness = 0.0f;
  for (const Voice& voice : voices_) {
    if (voice.amp.idle()) continue;
    sounding += 1.0f;
    if (voice.amp.level() > loudness) loudness = voice.amp.level();
  }
  out[0] = sounding;
  out[1] = last_key_;
  out[2] = loudness;
}

}  // namespace ens
