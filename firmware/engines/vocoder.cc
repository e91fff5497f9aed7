// The signal path of the vocoder: what is heard, what carries it, and both in one.
#include "engines/vocoder.h"

#include "dsp/ceiling.h"

namespace ens {
namespace {

constexpr std::uint32_t kSeed = 0x1d2c3b4au;
// Shares of the way in a tick of 1.3 ms.
constexpr float kGateOpens = 0.35f;
constexpr float kGateShuts = 0.02f;
constexpr float kKeyOpens = 0.3f;
constexpr float kKeyShuts = 0.025f;
constexpr float kVoiceFades = 0.25f;
constexpr float kTurnsToNoise = 0.4f;
constexpr float kPowerFollows = 0.01f;  // 130 ms
// A band in which the carrier has less than this share of what it usually has stays so much softer.
constexpr float kLeastPower = 0.01f;
constexpr float kGateKnee_db = 10.0f;
// Powers below and above are compared to tell vowels from consonants.
constexpr float kVowelHz = 900.0f;
constexpr float kConsonantHz = 2800.0f;
// A neutral vowel, frozen before anything was heard: its formants, their levels, and their width in
// octaves.
constexpr float kVowel[3][2] = {{600.0f, 0.06f}, {1200.0f, 0.035f}, {2500.0f, 0.015f}};
constexpr float kVowelWidth = 0.35f;

}  // namespace

void Vocoder::on_prepare() {
  tick_ms_ = 1000.0f * kTickFrames / sample_rate();
  voice_pitch_.prepare(band_rate());
  consonant_share_ = one_pole_coefficient(kSibilanceHz, sample_rate());
  float hz = kLowestHz;
  for (Band& band : bands_) {
    band.hz = hz;
    const float frequency = hz / band_rate();
    band.filters.hear_at(frequency < kHighestBand ? frequency : kHighestBand, kQ);
    // A band that is faster than its own oscillation would buzz.
    band.fastest = share_of(600.0f / hz);
    hz *= kBandRatio;
  }
}

void Vocoder::on_reset() {
  for (HalfBand& half : half_) half.reset();
  for (Band& band : bands_) {
    band.filters.reset();
    band.level = 0.0f;
    band.power = 1.0f;
    band.gain.reset(0.0f);
  }
  std::uint32_t phase = 0;
  for (Voice& voice : voices_) {
    for (PulseTrain& pulses : voice.pulses) pulses.reset(phase += 0x35a1b7c3u);
    voice.gain.reset(0.0f);
    voice.held = false;
    voice.age = 0;
    voice.touch = 1.0f;
    voice.key = voice.now = 57.0f;
  }
  voice_pitch_.reset();
  wheel_.reset();
  random_.reseed(kSeed);
  has_keys_ = false;
  clock_ = 0;
  gate_ = rustle_ = open_ = 0.0f;
  level_db_ = -120.0f;
  for (float& x : heard_) x = 0.0f;
  for (auto& side : wet_) {
    for (float& x : side) x = 0.0f;
  }
  for (OnePole& pole : consonants_) pole.reset();
  at_ = 0;
  jump_ = true;
}

void Vocoder::on_note_on(std::uint8_t key, float velocity) {
  Voice* chosen = nullptr;
  const auto is_better = [](const Voice& one, const Voice& other) {
    if (one.held != other.held) return !one.held;
    return one.age < other.age;
  };
  for (Voice& voice : voices_) {
    if (has_keys_ && voice.held && voice.key == static_cast<float>(key)) {
      chosen = &voice;
      break;
    }
    if (chosen == nullptr || is_better(voice, *chosen)) chosen = &voice;
  }
  has_keys_ = true;
  if (chosen->gain.target == 0.0f) chosen->now = static_cast<float>(key);
  chosen->key = static_cast<float>(key);
  chosen->touch = 0.4f + 0.6f * velocity;
  chosen->held = true;
  chosen->age = ++clock_;
}

void Vocoder::on_note_off(std::uint8_t key) {
  for (Voice& voice : voices_) {
    if (voice.key == static_cast<float>(key)) voice.held = false;
  }
}

void Vocoder::on_all_notes_off() {
  for (Voice& voice : voices_) voice.held = false;
  has_keys_ = false;
}

// The levels of all bands of the last tick.
void Vocoder::listen() {
  float in[kHalf];
  half_[0].down(heard_, in, kHalf);
  at_ = 0;
  voice_pitch_.hear(in, kHalf);
  float heard[kBands];
  float power = 0.0f, low = 0.0f, high = 0.0f;
  for (int i = 0; i < kBands; ++i) {
    const float band = bands_[i].filters.hear(in, kHalf);
    heard[i] = sqrt(band);
    power += band;
    if (bands_[i].hz < kVowelHz) low += band;
    if (bands_[i].hz > kConsonantHz) high += band;
  }
  const float share = clamp(3.0f * (high / (high + low + 1e-9f) - 0.35f), 0.0f, 1.0f);
  rustle_ = flush(rustle_ + kTurnsToNoise * (share - rustle_));
  follow(heard, power);
}

void Vocoder::follow(const float* heard, float power) {
  level_db_ = 0.5f * db_of_gain(power + 1e-12f);
  const float wanted = clamp(1.0f + (level_db_ - gate_db_) / kGateKnee_db, 0.0f, 1.0f);
  gate_ = flush(gate_ + (wanted > gate_ ? kGateOpens : kGateShuts) * (wanted - gate_));
  if (jump_ && fresh_ < 0.02f) sing_vowel();
  for (int i = 0; i < kBands; ++i) {
    Band& band = bands_[i];
    const float way = gate_ * held_ * heard[i] - band.level;
    const float share = way > 0.0f ? attack_share_ : release_share_;
    band.level = flush(band.level + fresh_ * (share < band.fastest ? share : band.fastest) * way);
  }
}

// Where nothing was heard.
void Vocoder::sing_vowel() {
  for (const Band& band : bands_) {
    if (band.level > 1e-4f) return;
  }
  for (Band& band : bands_) {
    for (const auto& [hz, level] : kVowel) {
      const float away = log2(band.hz / hz) * (1.0f / kVowelWidth);
      band.level += level / (1.0f + away * away);
    }
  }
}

void Vocoder::aim_voice(Voice& voice, int nth, bool any_held) {
  float wanted = voice.gain.target;
  if (!has_keys_) {
    wanted = nth < kChord ? 1.0f : 0.0f;
    if (nth < kChord) {
      const float heard_hz = voice_pitch_.hz();
      const float away = heard_hz > 0.0f
                             ? 69.0f + semitones_of_ratio(heard_hz * (1.0f / 440.0f)) - root_key_
                             : 0.0f;
      voice.key = root_key_ + follow_ * away + chord_st_[nth];
      voice.touch = 1.0f;
    }
  } else if (voice.held) {
    wanted = voice.touch;
  } else if (any_held) {
    wanted = 0.0f;
  }
  if (jump_ || voice.gain.target == 0.0f) voice.now = voice.key;
  voice.now += glide_share_ * (voice.key - voice.now);
  const float way = wanted - voice.gain.target;
  const bool is_there = magnitude(way) < 1e-3f;
  voice.gain.aim(is_there ? wanted : voice.gain.target + kVoiceFades * way, kHalf);
  const float bend_st = has_keys_ ? bend_of(static_cast<std::uint8_t>(voice.key)) : 0.0f;
  const float hz = clamp(hz_of_key(voice.now + wheel_.shift_st() + bend_st), 10.0f, 12000.0f);
  voice.pulses[0].aim(hz * detune_, traits().is_odd, band_rate());
  voice.pulses[1].aim(hz / detune_, traits().is_odd, band_rate());
}

// The carrier, of power 1: pulses, or noise.
void Vocoder::sound() {
  bool any_held = !has_keys_;
  for (const Voice& voice : voices_) any_held |= voice.held;
  const float way = (any_held ? 1.0f : 0.0f) - open_;
  open_ = flush(open_ + (way > 0.0f ? kKeyOpens : kKeyShuts) * way);
  for (float& x : carrier_) x = 0.0f;
  float power = 0.0f;
  for (int i = 0; i < kVoices; ++i) {
    Voice& voice = voices_[i];
    const float before = voice.gain.target;
    aim_voice(voice, i, any_held);
    const float after = voice.gain.target;
    power += 2.0f * after * after;
    for (PulseTrain& pulses : voice.pulses) {
      if (before == 0.0f && after == 0.0f) {
        pulses.skip(kHalf);
      } else {
        pulses.render(voice.gain, carrier_, kHalf);
      }
    }
  }
  const float still = 1.0f - noise_ - (1.0f - noise_) * traits().noise;
  const float tone = still * (1.0f - unvoiced_ * rustle_);
  move(tone_, sqrt(tone / (power > 0.5f ? power : 0.5f)), kHalf);
  move(hiss_, 1.7320508f * sqrt(1.0f - tone), kHalf);
  for (float& x : carrier_) {
    x = x * tone_.next() + random_.white() * hiss_.next();
  }
}

// Of the voice, for a band of the carrier.
float Vocoder::shaped_level(int band, float highest) const {
  const VocoderTraits& space = traits();
  const int from = space.is_mirrored ? kBands - 1 - band : band;
  const float here = bands_[from].level;
  const float below = bands_[from > 0 ? from - 1 : 1].level;
  const float above = bands_[from < kBands - 1 ? from + 1 : kBands - 2].level;
  const float level = here + space.blur * (0.5f * (below + above) - here);
  if (level < 1e-6f) return 0.0f;
  return level * exp2(contrast_ * log2(level / highest));
}

// Contrast and tilt take from some bands, and give as much to all.
void Vocoder::aim_gains() {
  float highest = 1e-6f, before = 1e-12f, after = 1e-12f;
  for (const Band& band : bands_) {
    highest = band.level > highest ? band.level : highest;
    before += band.level * band.level;
  }
  float level[kBands];
  for (int i = 0; i < kBands; ++i) {
    level[i] = shaped_level(i, highest) * bands_[i].tilt;
    after += level[i] * level[i];
  }
  const float even = open_ * sqrt(before / after);
  for (int i = 0; i < kBands; ++i) {
    Band& band = bands_[i];
    const float power = band.usual * (band.power > kLeastPower ? band.power : kLeastPower);
    const float slope = exp2(traits().slope_octaves * static_cast<float>(i) / (kBands - 1));
    band.gain.aim(level[i] * even * slope / sqrt(power), kHalf);
  }
}

void Vocoder::speak() {
  aim_gains();
  float out[2][kHalf] = {};
  for (Band& band : bands_) {
    const float power =
        band.filters.speak(carrier_, band.gain, band.to_left, band.to_right, out[0], out[1], kHalf);
    band.power = flush(band.power + kPowerFollows * (power / band.usual - band.power));
  }
  for (int side = 0; side < 2; ++side) {
    for (float& x : out[side]) x = ceiling(1.41421356f * x);
    half_[side].up(out[side], wet_[side], kHalf);
  }
}

void Vocoder::render(const StereoBlock& block) {
  for (std::size_t i = 0; i < block.frames; ++i, ++at_) {
    const float output = output_.next();
    const float wet = wet_gain_.next() * output;
    const float dry = dry_.next() * output;
    const float heard = 0.5f * (block.in_left[i] + block.in_right[i]);
    heard_[at_] = heard;
    const float bright = consonants_[0].high(heard, consonant_share_);
    const float consonants =
        consonants_[1].high(bright, consonant_share_) * sibilance_.next() * gate_;
    block.out_left[i] = ceiling(block.in_left[i] * dry + (wet_[0][at_] + consonants) * wet);
    block.out_right[i] = ceiling(block.in_right[i] * dry + (wet_[1][at_] + consonants) * wet);
  }
}

void Vocoder::live_state(float* out) const {
  out[0] = level_db_;
  out[1] = voice_pitch_.hz();
  out[2] = rustle_;
  float sounding = 0.0f;
  for (const Voice& voice : voices_) sounding += voice.gain.target > 0.0f ? 1.0f : 0.0f;
  out[3] = sounding;
}

}  // namespace ens
