// A struck note of two operators, the same on both sides but for a few cents: kalimba, marimba,
// bell or pulse, by the ratio of its modulator. It begins at any sample.
//
// J. M. Chowning, "The Synthesis of Complex Audio Spectra by Means of Frequency Modulation", JAES
// 21(7), 1973. Sidebands stay below half the sample rate.
#pragma once

#include "dsp/glide.h"
#include "dsp/level.h"
#include "dsp/sine.h"

namespace ens {

// What a note is made of, whatever is played.
struct BlipShape {
  float ratio;  // of the modulator to the note
  float index;  // radians, at full bite
  float attack_ms;
  float ring;        // times the decay
  float fade;        // how much faster the modulator dies away than the note
  float release_ms;  // to fall 60 dB once the key is up
  float detune_cents;
  float left, right;  // gains
};

class Blip {
 public:
  // What a sample takes off a level that falls 60 dB in `ms`: 1 − 2^(−x), without the cancellation
  // that would round long decays.
  static constexpr float loss_of(float ms, float sample_rate) {
    const float x = kNepers * 1000.0f / (ms * sample_rate);
    return x * (1.0f - x * (0.5f - x * (1.0f / 6.0f)));
  }
  static constexpr float decay_ms_of(float loss, float sample_rate) {
    const float x = loss * (1.0f + loss * (0.5f + loss * (1.0f / 3.0f)));
    return kNepers * 1000.0f / (x * sample_rate);
  }

  void stop() { *this = Blip(); }

  // Strikes it: velocity above 0, at most 1. What still sounds turns into the new note.
  void start(float hz, float velocity, const BlipShape& shape, float sample_rate) {
    const float detune = ratio_of_semitones(shape.detune_cents * 0.005f);
    left_step_ = phase_step(hz * detune, sample_rate);
    right_step_ = phase_step(hz / detune, sample_rate);
    modulator_step_ = phase_step(hz * shape.ratio, sample_rate);
    // Carson's rule with two orders to spare.
    const float orders = (0.48f * sample_rate - hz) / (hz * shape.ratio);
    reach_ = clamp(orders - 2.5f, 0.0f, kMostIndex);
    if (!sounds()) left_ = right_ = modulator_ = 0;
    shape_ = &shape;
    peak_ = velocity;
    rise_ = velocity * 1000.0f / (shape.attack_ms * sample_rate);
    release_ = loss_of(shape.release_ms, sample_rate);
    tone_ = 0.35f + 0.65f * velocity;
    is_rising_ = is_held_ = true;
    index_.reset(index());
  }
  void release() { is_held_ = false; }

  bool sounds() const { return level_ > 0.0f || is_rising_; }
  float level() const { return level_; }

  // Once a tick: 0…1 of the shape's index, and the loss of a note with a ring of 1.
  void tick(float bite, float loss, int frames) {
    bite_ = bite;
    loss_ = loss;
    if (!is_rising_ && level_ < kEnd) level_ = 0.0f;
    if (tone_ < kEnd) tone_ = 0.0f;
    if (shape_ != nullptr) index_.aim(index(), frames);
  }
  float bite() const { return bite_; }
  float loss() const { return loss_; }

  // Adds frames to both sides.
  void render(float* left, float* right, std::size_t frames) {
    Blip now = *this;  // in registers
    const float ring = now.loss_ / now.shape_->ring;
    const float loss = now.is_held_ || now.release_ < ring ? ring : now.release_;
    const float dulling = ring * now.shape_->fade;
    const float to_left = now.shape_->left, to_right = now.shape_->right;
    for (std::size_t i = 0; i < frames; ++i) {
      if (now.is_rising_) {
        now.level_ += now.rise_;
        if (now.level_ >= now.peak_) now.is_rising_ = false;
      } else {
        now.level_ -= now.level_ * loss;
      }
      now.tone_ -= now.tone_ * dulling;
      now.left_ += now.left_step_;
      now.right_ += now.right_step_;
      now.modulator_ += now.modulator_step_;
      const float bend = sine(now.modulator_) * now.index_.next() * now.tone_;
      const std::uint32_t offset = phase_offset(bend);
      left[i] += sine(now.left_ + offset) * now.level_ * to_left;
      right[i] += sine(now.right_ + offset) * now.level_ * to_right;
    }
    *this = now;
  }

 private:
  static constexpr float kNepers = 6.90775528f;  // in 60 dB
  static constexpr float kMostIndex = 12.0f;     // radians
  static constexpr float kEnd = 1e-5f;           // −100 dB

  // In cycles, within reach.
  float index() const {
    const float wanted = bite_ * shape_->index;
    return (wanted < reach_ ? wanted : reach_) * kCyclesPerRadian;
  }

  const BlipShape* shape_ = nullptr;
  std::uint32_t left_ = 0, right_ = 0, modulator_ = 0;  // phases
  std::uint32_t left_step_ = 0, right_step_ = 0, modulator_step_ = 0;
  float level_ = 0.0f;
  float peak_ = 0.0f;
  float rise_ = 0.0f;
  float tone_ = 0.0f;
  float bite_ = 0.0f;
  float loss_ = 0.0f;
  float release_ = 0.0f;
  float reach_ = 0.0f;  // largest index that stays in band
  bool is_rising_ = false;
  bool is_held_ = false;
  Glide index_;  // cycles
};

}  // namespace ens
