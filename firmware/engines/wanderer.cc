// The sound of wanderer.h: how notes begin, voices and hall sample by sample.
#include "engines/wanderer.h"

#include "dsp/ceiling.h"

namespace ens {
namespace {

constexpr std::uint32_t kSeed = 0x57414e44u;

}  // namespace

void Wanderer::on_prepare() {
  dc_left_.prepare(sample_rate());
  dc_right_.prepare(sample_rate());
}

// From the degrees that the melody spans, each of which is a step.
float Wanderer::range_in_use() const {
  const Slot& of = kSlots.slots[kRange];
  const auto steps = static_cast<float>(kInfo.steps(voice_space(), kRange).count - 1);
  const auto step = static_cast<float>(score_settings_.range - traits().scale.degrees(of.min));
  return of.min + (of.max - of.min) * step / steps;
}

void Wanderer::on_reset() {
  score_.reset(kSeed);
  noise_.reseed(kSeed);
  next_pad_ = next_string_ = next_chime_ = 0;
  melody_ = 0;
  on_voice_space();
  wet_.reset(slot(kSpaceMix) * 0.01f);
  level_.reset(gain_of_db(slot(kLevel)));
}

// Another scale: what still sounds would be out of tune with it.
bool Wanderer::on_voice_space() {
  for (Pad& pad : pads_) pad = Pad();
  for (Pad& pad : pads_) pad.oscillator.reset();

  std::uint32_t seed = kSeed;

  for (String& string : strings_) {
    string.string.reset(++seed, is_clear());
    string.active = false;
    string.left.reset(0.0f);
    string.right.reset(0.0f);
  }
  for (Bell& bell : chimes_) bell = Bell();
  bass_.reset();
  bass_envelope_.reset();
  bass_gain_.reset(0.0f);
  hall_.reset(is_clear());
  dc_left_.reset();
  dc_right_.reset();
  pluck_loudness_ = 0.0f;
  start_chord(score_.chord());
  bass_now_ = bass_ratio_;
  return true;
}

void Wanderer::start_chord(std::int32_t degree) {
  for (Pad& pad : pads_) pad.envelope.release();
  const std::int32_t count = traits().scale.count;
  for (std::int32_t tone = 0; tone < 3; ++tone) {
    Pad& pad = pads_[next_pad_];
    next_pad_ = (next_pad_ + 1) % kPads;
    // Close position: tones above the octave come down, the voices hardly move.
    const std::int32_t place = (degree + 2 * tone) % count + (tone == 2 ? count : 0);
    pad.ratio = ratio_of(place, traits().pad_octave);
    pad.pan = static_cast<float>(tone - 1) * 0.8f;
    pad.envelope.start();
  }
  bass_ratio_ = ratio_of(degree > count / 2 ? degree - count : degree, 0.0f);
  bass_envelope_.start();
}

void Wanderer::start_string(std::int32_t degree, float velocity) {
  String& string = strings_[next_string_];
  next_string_ = (next_string_ + 1) % kStrings;
  const float hz = tonic_hz_ * ratio_of(degree, traits().string_octave);
  string.pan = noise_.white() * 0.9f;
  string.string.start({hz < 4000.0f ? hz : 4000.0f, velocity, next_pluck_.decay_ms,
                       next_pluck_.tone, next_pluck_.place},
                      sample_rate());
  melody_ = degree;
  pluck_loudness_ = velocity;
}

void Wanderer::start_chime(std::int32_t degree, float velocity) {
  Bell& bell = chimes_[next_chime_];
  next_chime_ = (next_chime_ + 1) % kChimes;
  const float hz = clamp(tonic_hz_ * ratio_of(degree, traits().chime_octave), 20.0f, 5000.0f);
  bell.chime.start(hz, chime_ratio_ * traits().chime_stretch, velocity, sample_rate());
  bell.pan = noise_.white() * 0.9f;
}

const Wanderer::Pad& Wanderer::loudest_pad() const {
  const Pad* most = &pads_[0];
  for (const Pad& pad : pads_) {
    if (pad.envelope.level() > most->envelope.level()) most = &pad;
  }
  return *most;
}

// The one that chance has carried furthest from its pitch.
const Wanderer::Pad& Wanderer::most_strayed_pad() const {
  const Pad* most = &pads_[0];
  for (const Pad& pad : pads_) {
    if (magnitude(pad.drift.value()) > magnitude(most->drift.value())) most = &pad;
  }
  return *most;
}

void Wanderer::play(const ScoreEvents& events) {
  if (events.chord) start_chord(events.chord_degree);
  if (events.pluck) start_string(events.pluck_degree, events.pluck_velocity);
  if (events.chime) start_chime(events.chime_degree, events.chime_velocity);
}

void Wanderer::render(const StereoBlock& block) {
  const std::size_t frames = block.frames;
  for (std::size_t i = 0; i < frames; ++i) {
    const float bass = bass_.next() * bass_gain_.next();
    block.out_left[i] = block.out_right[i] = bass;
  }
  for (Pad& pad : pads_) {
    if (!pad.active) continue;
    Harmonics oscillator = pad.oscillator;  // in registers
    Glide to_left = pad.left, to_right = pad.right;
    for (std::size_t i = 0; i < frames; ++i) {
      const float sample = oscillator.next();
      block.out_left[i] += sample * to_left.next();
      block.out_right[i] += sample * to_right.next();
    }
    pad.oscillator = oscillator;
    pad.left = to_left;
    pad.right = to_right;
  }
  for (String& string : strings_) {
    if (!string.active) continue;
    for (std::size_t i = 0; i < frames; ++i) {
      const float sample = string.string.next();
      block.out_left[i] += sample * string.left.next();
      block.out_right[i] += sample * string.right.next();
    }
  }
  for (Bell& kept : chimes_) {
    Bell bell = kept;  // in registers
    for (std::size_t i = 0; i < frames; ++i) {
      const float sample = bell.chime.next();
      block.out_left[i] += sample * bell.left.next();
      block.out_right[i] += sample * bell.right.next();
    }
    kept = bell;
  }
  for (std::size_t i = 0; i < frames; ++i) {
    const float left = dc_left_.step(block.out_left[i]);
    const float right = dc_right_.step(block.out_right[i]);
    float room_left = 0.0f;
    float room_right = 0.0f;
    hall_.step(left * 0.3f, right * 0.3f, &room_left, &room_right);
    const float wet = wet_.next();
    const float level = level_.next();
    block.out_left[i] = ceiling((left * (1.0f - 0.6f * wet) + room_left * 1.4f * wet) * level);
    block.out_right[i] = ceiling((right * (1.0f - 0.6f * wet) + room_right * 1.4f * wet) * level);
  }
}

void Wanderer::live_state(float* out) const {
  out[0] = static_cast<float>(score_.step());
  out[1] = static_cast<float>(score_.chord());
  out[2] = static_cast<float>(melody_);
  float pads = 0.0f;
  for (const Pad& pad : pads_) pads = pad.envelope.level() > pads ? pad.envelope.level() : pads;
  float chimes = 0.0f;
  for (const Bell& bell : chimes_) {
    chimes = bell.chime.level() > chimes ? bell.chime.level() : chimes;
  }
  out[3] = pads;
  out[4] = pluck_loudness_;
  out[5] = chimes;
}

}  // namespace ens
