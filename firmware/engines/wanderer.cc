// The sound of wanderer.h: what the score says once a tick, voices and hall once a sample.
#include "engines/wanderer.h"

#include "dsp/ceiling.h"

namespace ens {
namespace {

constexpr std::uint32_t kSeed = 0x57414e44u;

// Silence at the very bottom of a level slot.
float gain_of_slot(float db) {
  return db > -39.5f ? gain_of_db(db) : 0.0f;
}

}  // namespace

void Wanderer::on_prepare() {
  dc_left_.prepare(sample_rate());
  dc_right_.prepare(sample_rate());
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
void Wanderer::on_voice_space() {
  for (Pad& pad : pads_) pad = Pad();
  for (Pad& pad : pads_) pad.oscillator.reset();

  std::uint32_t seed = kSeed;

  for (String& string : strings_) {
    string.string.reset(++seed);
    string.active = false;
    string.left.reset(0.0f);
    string.right.reset(0.0f);
  }
  for (Chime& chime : chimes_) chime = Chime();
  bass_.reset();
  bass_envelope_.reset();
  bass_gain_.reset(0.0f);
  hall_.reset();
  dc_left_.reset();
  dc_right_.reset();
  pluck_loudness_ = 0.0f;
  start_chord(score_.chord());
  bass_now_ = bass_ratio_;
}

float Wanderer::ratio_of(std::int32_t degree, float octave) const {
  const Scale& scale = traits().scale;
  const std::int32_t shifted = degree + 8 * scale.count;  // never negative
  const float octaves = static_cast<float>(shifted / scale.count - 8);
  const float cents = scale.cents[shifted % scale.count] + (octaves + octave) * scale.octave_cents;
  return exp2(cents * (1.0f / 1200.0f));
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
  Chime& chime = chimes_[next_chime_];
  next_chime_ = (next_chime_ + 1) % kChimes;
  const float hz = clamp(tonic_hz_ * ratio_of(degree, traits().chime_octave), 20.0f, 5000.0f);
  const float ratio = chime_ratio_ * traits().chime_stretch;
  chime.carrier_step = phase_step(hz, sample_rate());
  chime.modulator_step = phase_step(hz * ratio, sample_rate());
  // Carson's rule with two orders to spare keeps sidebands below half the rate.
  const float orders = (0.48f * sample_rate() - hz) / (hz * ratio);
  chime.reach = clamp(orders - 2.5f, 0.0f, 6.0f);
  chime.level = velocity;
  chime.tone = 1.0f;
  chime.pan = noise_.white() * 0.9f;
}

void Wanderer::play(const ScoreEvents& events) {
  if (events.chord) start_chord(events.chord_degree);
  if (events.pluck) start_string(events.pluck_degree, events.pluck_velocity);
  if (events.chime) start_chime(events.chime_degree, events.chime_velocity);
}

void Wanderer::aim_sides(float pan, float gain, Glide* left, Glide* right) const {
  const float side = 0.5f * pan * slot(kWidth) * 0.01f;
  left->aim(gain * (0.7f - side), kFrames);
  right->aim(gain * (0.7f + side), kFrames);
}

void Wanderer::aim_pads(float tick_ms) {
  const float attack = slot(kPadAttack);
  const EnvelopeShape shape{attack, 4000.0f, 0.85f, 2.5f * attack + 300.0f};
  const float bright = slot(kPadBrightness) * 0.0085f;
  const float gain = gain_of_slot(slot(kPadDb)) * kPadGain;
  for (Pad& pad : pads_) {
    pad.active = !pad.envelope.idle();  // the tick in which it ends still sounds
    const float level = pad.envelope.tick(shape, tick_ms);
    const float cents = pad.drift.low(noise_.white(), 0.003f) * 25.0f * drift_cents_;
    const float hz = tonic_hz_ * pad.ratio * exp2(cents * (1.0f / 1200.0f));
    // Opens as it swells: brightness follows the envelope a little.
    pad.oscillator.tick(hz, bright * (0.6f + 0.4f * level), sample_rate(), kTickFrames);
    aim_sides(pad.pan, level * level * gain, &pad.left, &pad.right);
  }
  const float low = bass_envelope_.tick({attack * 0.5f, 6000.0f, 0.6f, 2000.0f}, tick_ms);
  bass_now_ += (bass_ratio_ - bass_now_) * 0.04f;  // slides in about 30 ms
  bass_.tick(tonic_hz_ * bass_now_, 0.45f * bright + 0.15f, sample_rate(), kTickFrames);
  bass_gain_.aim(low * gain_of_slot(slot(kBassDb)) * kBassGain, kFrames);
}

void Wanderer::aim_strings() {
  const float gain = gain_of_slot(slot(kPluckDb)) * kStringGain;

  for (String& string : strings_) {
    string.active = string.string.sounding();
    aim_sides(string.pan, gain, &string.left, &string.right);
  }
  pluck_loudness_ *= 0.995f;
}

void Wanderer::aim_chimes() {
  const float fall = chime_fall_;
  const float gain = gain_of_slot(slot(kChimeDb)) * kChimeGain;
  for (Chime& chime : chimes_) {
    const float index = chime_index_ < chime.reach ? chime_index_ : chime.reach;
    chime.index.aim(index * chime.tone * 0.159154943f, kFrames);
    chime.gain.aim(chime.level, kFrames);
    aim_sides(chime.pan, gain, &chime.left, &chime.right);
    chime.level = chime.level > 1e-5f ? chime.level * fall : 0.0f;
    chime.tone *= fall;
  }
}

// What notes are made of from now on.
void Wanderer::set_notes(float tick_ms) {
  tonic_hz_ = slot(kTonic);
  drift_cents_ = slot(kDrift);
  next_pluck_ = {0.0f, 0.0f, slot(kPluckDecay), slot(kPluckTone) * 0.01f,
                 slot(kPluckPlace) * 0.01f};
  chime_ratio_ = slot(kChimeRatio);
  chime_index_ = slot(kChimeIndex);
  chime_fall_ = exp2(-9.96578f * tick_ms / slot(kChimeDecay));
}

void Wanderer::on_tick() {
  const float tick_ms = 1000.0f * kTickFrames / sample_rate();
  set_notes(tick_ms);
  range_st_ = slot(kRange);
  score_settings_ = {slot(kTempo) * traits().pace,
                     slot(kDensity) * 0.01f * traits().fill,
                     slot(kSurprise) * 0.01f,
                     slot(kSwing) * 0.01f,
                     to_int(range_st_ * static_cast<float>(traits().scale.count) / 12.0f, 2,
                            3 * Scale::kMaxDegrees),
                     slot(kChord)};
  play(score_.tick(traits().scale, score_settings_, tick_ms * 0.001f));
  aim_pads(tick_ms);
  aim_strings();
  aim_chimes();
  hall_.tick(slot(kSpace), slot(kSpaceTone), sample_rate(), kFrames);
  wet_.aim(slot(kSpaceMix) * 0.01f, kFrames);
  level_.aim(gain_of_db(slot(kLevel)), kFrames);
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
  for (Chime& kept : chimes_) {
    Chime chime = kept;
    for (std::size_t i = 0; i < frames; ++i) {
      chime.carrier += chime.carrier_step;
      chime.modulator += chime.modulator_step;
      const float bend = sine(chime.modulator) * chime.index.next();  // below one cycle
      const float sample = sine(chime.carrier + phase_offset(bend)) * chime.gain.next();
      block.out_left[i] += sample * chime.left.next();
      block.out_right[i] += sample * chime.right.next();
    }
    kept = chime;
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
  for (const Chime& chime : chimes_) chimes = chime.level > chimes ? chime.level : chimes;
  out[3] = pads;
  out[4] = pluck_loudness_;
  out[5] = chimes;
}

}  // namespace ens
