// A voice of formants: its pitch, what draws formants to harmonics, and room below half the rate.
#include "dsp/paf_voice.h"

#include <cmath>
#include <vector>

#include "firmware/check.h"
#include "firmware/effects/measure.h"

namespace {

using ens::PafVoice;

constexpr float kRate = 48000.0f;

struct Sound {
  std::vector<float> left, right;
};

Sound run(PafVoice& voice, float hz, const PafVoice::Formant& wanted, float pan, int ticks,
          float soft = 0.0f) {
  Sound sound;
  PafVoice::Shared shared = {};
  for (float& each : shared.soft) each = soft;
  for (int tick = 0; tick < ticks; ++tick) {
    float left[64] = {}, right[64] = {};
    voice.aim_pitch(hz, kRate);
    for (int i = 0; i < PafVoice::kFormants; ++i) voice.aim_formant(i, wanted, kRate);
    voice.aim_level(0.5f, pan);
    voice.render(shared, left, right, 64);
    sound.left.insert(sound.left.end(), left, left + 64);
    sound.right.insert(sound.right.end(), right, right + 64);
  }
  return sound;
}

PafVoice sung(float hz, const PafVoice::Formant& wanted) {
  PafVoice voice;
  voice.reset();
  run(voice, hz, wanted, 0.0f, 100);
  return voice;
}

void it_reads_back_what_it_was_told() {
  const PafVoice voice = sung(200.0f, {900.0f, 120.0f, 0.7f, 0.0f});
  CHECK(std::fabs(voice.pitch_hz(kRate) - 200.0f) < 0.01f);
  CHECK(std::fabs(voice.level() - 0.5f) < 1e-6f);
  for (int i = 0; i < PafVoice::kFormants; ++i) {
    CHECK(std::fabs(voice.centre(i) - 4.5f) < 1e-4f);
    CHECK(std::fabs(voice.bandwidth(i) * 200.0f - 120.0f) < 0.01f);
    CHECK(std::fabs(voice.gain(i) - 0.7f) < 1e-4f);
  }
}

// Power within ±50 Hz of a frequency, as a share of all.
double share_at(const std::vector<float>& sound, double hz) {
  const std::vector<float> last(sound.end() - 16384, sound.end());
  const std::vector<double> power = ens_test::spectrum(last);
  double near = 0.0, all = 0.0;
  for (std::size_t i = 0; i < power.size(); ++i) {
    all += power[i];
    if (std::fabs(static_cast<double>(i) * 48000.0 / 16384.0 - hz) < 50.0) near += power[i];
  }
  return near / all;
}

void a_lock_draws_formants_to_a_harmonic() {
  PafVoice voice;
  voice.reset();
  const PafVoice::Formant between{920.0f, 2.0f, 1.0f, 0.0f};
  const Sound free = run(voice, 200.0f, between, 0.0f, 300);
  CHECK(share_at(free.left, 1000.0) < 0.9 && share_at(free.left, 800.0) > 0.05);
  PafVoice::Formant locked = between;
  locked.lock = 1.0f;
  const Sound drawn = run(voice, 200.0f, locked, 0.0f, 300);
  CHECK(share_at(drawn.left, 1000.0) > 0.99);
  CHECK(std::fabs(voice.centre(0) - 4.6f) < 1e-3f);  // as it was told
}

void nothing_folds_at_half_the_rate() {
  for (const float centre : {15000.0f, 20000.0f, 23500.0f}) {
    PafVoice voice;
    voice.reset();
    const Sound sound = run(voice, 997.0f, {centre, 2500.0f, 1.0f, 0.0f}, 0.0f, 320);
    CHECK(voice.bandwidth(0) == 0.0f);  // narrowed
    const std::vector<float> last(sound.left.end() - 16384, sound.left.end());
    if (voice.gain(0) > 0.0f) CHECK(ens_test::alias_db(last, 997.0) < -55.0);
  }
  CHECK(sung(997.0f, {23500.0f, 2500.0f, 1.0f, 0.0f}).gain(0) == 0.0f);
}

void pan_and_every_second_period() {
  PafVoice voice;
  voice.reset();
  const PafVoice::Formant formant{600.0f, 100.0f, 1.0f, 0.0f};
  const Sound side = run(voice, 200.0f, formant, -0.5f, 100);
  CHECK(std::fabs(voice.pan() + 0.5f) < 1e-6f);
  float right = 0.0f;
  for (std::size_t i = side.right.size() - 640; i < side.right.size(); ++i) {
    right = std::fmax(right, std::fabs(side.right[i]));
  }
  CHECK(right < 1e-6f);
  CHECK(share_at(run(voice, 200.0f, formant, 0.0f, 300).left, 500.0) < 1e-6);
  CHECK(share_at(run(voice, 200.0f, formant, 0.0f, 300, 0.4f).left, 500.0) > 1e-3);
}

// A shortcut, to the same bits.
void where_no_period_is_softer_it_need_not_be_said_for_each_sample() {
  const PafVoice::Formant formant = {900.0f, 120.0f, 0.7f, 0.0f};
  PafVoice one = sung(200.0f, formant), other = one;
  PafVoice::Shared said = {}, unsaid = {};
  unsaid.is_soft = false;
  for (float& each : unsaid.soft) each = 0.3f;
  float left[2][64] = {}, right[2][64] = {};
  one.render(said, left[0], right[0], 64);
  other.render(unsaid, left[1], right[1], 64);
  for (int i = 0; i < 64; ++i) {
    CHECK(left[0][i] == left[1][i] && right[0][i] == right[1][i] && left[0][i] != 0.0f);
  }
}

void a_silent_voice_adds_nothing() {
  PafVoice voice;
  voice.reset();
  float left[64] = {}, right[64] = {};
  voice.aim_pitch(200.0f, kRate);
  for (int i = 0; i < PafVoice::kFormants; ++i) {
    voice.aim_formant(i, {600.0f, 100.0f, 1.0f, 0.0f}, kRate);
  }
  voice.aim_level(0.0f, 0.0f);
  voice.render({}, left, right, 64);
  for (const float sample : left) CHECK(sample == 0.0f);
}

}  // namespace

int main() {
  it_reads_back_what_it_was_told();
  a_lock_draws_formants_to_a_harmonic();
  nothing_folds_at_half_the_rate();
  pan_and_every_second_period();
  where_no_period_is_softer_it_need_not_be_said_for_each_sample();
  a_silent_voice_adds_nothing();
  return ens_test::result();
}
