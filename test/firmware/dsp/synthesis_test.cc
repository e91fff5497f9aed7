// The building blocks of the synths: sine, band-limited harmonics, formants, envelope, delay,
// noise.
#include <cmath>
#include <vector>

#include "dsp/delay.h"
#include "dsp/envelope.h"
#include "dsp/harmonics.h"
#include "dsp/noise.h"
#include "dsp/one_pole.h"
#include "dsp/paf.h"
#include "firmware/check.h"
#include "firmware/effects/measure.h"

namespace {

constexpr double kPi = 3.14159265358979323846;

void sine_keeps_its_stated_error() {
  double worst = 0.0;
  for (std::uint64_t phase = 0; phase < 4294967296u; phase += 65521) {
    const double exact = std::sin(2 * kPi * static_cast<double>(phase) / 4294967296.0);
    const double got = static_cast<double>(ens::sine(static_cast<std::uint32_t>(phase)));
    worst = std::fmax(worst, std::fabs(got - exact));
  }
  CHECK(worst < 3.5e-7);
  CHECK(ens::sine(0) == 0.0f);
  CHECK(ens::sine(0x80000000u) == 0.0f);
}

// Recorded with the step of the phase as it was rounded, so the grid is exact.
void harmonics_alias_nowhere() {
  for (const float hz : {997.0f, 4987.0f}) {
    for (const float brightness : {0.0f, 0.5f, 0.9f, 1.0f}) {
      ens::Harmonics oscillator;
      oscillator.reset();
      std::vector<float> sound;
      for (int tick = 0; tick < 1024 + 32; ++tick) {
        oscillator.tick(hz, brightness, 48000.0f, 64.0f);
        for (int i = 0; i < 64; ++i) {
          const float sample = oscillator.next();
          if (tick >= 32) sound.push_back(sample);
        }
      }
      const double grid = ens::phase_step(hz, 48000.0f) / 4294967296.0 * 48000.0;
      CHECK(ens_test::alias_db(sound, grid) < -90.0);
      CHECK(std::fabs(ens_test::mean(sound)) < 3e-4);
      CHECK(ens_test::rms(sound) > 0.2 && ens_test::rms(sound) < 0.75);
      for (const float sample : sound) CHECK(std::fabs(sample) < 8.0f);
    }
  }
}

// The largest step of the wave at `hz` after it has slid there from 200 Hz, or only rested there.
float largest_step(float hz, bool glide) {
  ens::Harmonics oscillator;
  oscillator.reset();
  float before = 0.0f, step = 0.0f;
  for (int tick = 0; tick < 3000; ++tick) {
    const float way = glide ? static_cast<float>(tick) / 3000.0f : 1.0f;
    oscillator.tick(200.0f + (hz - 200.0f) * way, 0.8f, 48000.0f, 64.0f);
    for (int i = 0; i < 64; ++i) {
      const float sample = oscillator.next();
      step = std::fmax(step, std::fabs(sample - before));
      before = sample;
    }
  }
  return step;
}

// From 108 harmonics to 14: one after the other has to go, none with a pop.
void harmonics_glide_without_a_pop() {
  CHECK(largest_step(1603.7f, true) < 1.05f * largest_step(1603.7f, false));
}

// A formant at 2,500 Hz on 200 Hz: its strongest partials are the neighbours of its centre.
void a_formant_sits_where_it_is_told() {
  ens::PafFormant formant;
  formant.reset();
  std::uint32_t phase = 0;
  std::vector<float> sound;
  for (int tick = 0; tick < 512 + 8; ++tick) {
    formant.aim(12.5f, 4.0f, 1.0f, 64);
    std::uint32_t phases[64];
    float edge[64];
    float sum[64] = {};
    const float none[64] = {};
    for (int i = 0; i < 64; ++i) {
      phase += ens::phase_step(200.0f, 48000.0f);
      phases[i] = phase;
      edge[i] = 1.0f - ens::cosine(phase);
    }
    formant.render({phases, edge, none, none}, sum, 64);
    if (tick >= 8) sound.insert(sound.end(), sum, sum + 64);
  }
  const std::vector<double> power = ens_test::spectrum(sound);
  double moment = 0.0, total = 0.0, far = 0.0;
  for (std::size_t i = 0; i < power.size(); ++i) {
    const double hz = static_cast<double>(i) * 48000.0 / static_cast<double>(sound.size());
    moment += hz * power[i];
    total += power[i];
    if (std::fabs(hz - 2500.0) > 200.0 * static_cast<double>(ens::PafFormant::reach(2.0f))) {
      far = std::fmax(far, power[i]);
    }
  }
  CHECK(std::fabs(moment / total - 2500.0) < 20.0);
  double peak = 0.0;
  for (const double p : power) peak = std::fmax(peak, p);
  CHECK(far < 1e-6 * peak);  // −60 dB
}

void an_envelope_takes_the_times_it_says() {
  ens::Envelope envelope;
  const ens::EnvelopeShape shape{100.0f, 500.0f, 0.25f, 200.0f};
  CHECK(envelope.idle());
  envelope.start();
  for (int ms = 0; ms < 99; ++ms) envelope.tick(shape, 1.0f);
  CHECK(envelope.level() > 0.98f && envelope.level() < 1.0f);
  for (int ms = 0; ms < 502; ++ms) envelope.tick(shape, 1.0f);
  CHECK(std::fabs(envelope.level() - 0.25f) < 0.002f);
  envelope.release();
  for (int ms = 0; ms < 200; ++ms) envelope.tick(shape, 1.0f);
  CHECK(std::fabs(envelope.level() - 0.25e-3f) < 2e-5f);  // 60 dB down
  for (int ms = 0; ms < 200; ++ms) envelope.tick(shape, 1.0f);
  CHECK(envelope.idle());
  CHECK(envelope.level() == 0.0f);
}

void an_envelope_restarts_from_where_it_is() {
  ens::Envelope envelope;
  const ens::EnvelopeShape shape{10.0f, 500.0f, 0.5f, 200.0f};
  envelope.start();
  for (int ms = 0; ms < 50; ++ms) envelope.tick(shape, 1.0f);
  const float before = envelope.level();
  envelope.start();
  CHECK(std::fabs(envelope.tick(shape, 1.0f) - before) <= 0.11f);
}

void a_delay_reads_between_samples_and_is_bounded() {
  ens::Delay<64> delay;
  delay.reset();
  for (int i = 0; i < 200; ++i) delay.write(static_cast<float>(i));
  CHECK(delay.at(1) == 199.0f);
  CHECK(delay.between(10.5f) == 189.5f);
  CHECK(delay.between(-5.0f) == 199.0f);
  CHECK(delay.between(1e9f) == 200.0f - ens::Delay<64>::kMaxDelay);
}

void noise_is_flat_centred_and_never_stuck() {
  ens::Noise noise(0);
  double sum = 0.0, square = 0.0;
  std::uint32_t counts[10] = {};
  for (int i = 0; i < 1000000; ++i) {
    const double x = static_cast<double>(noise.white());
    sum += x;
    square += x * x;
    const std::uint32_t choice = noise.below(10);
    CHECK(choice < 10);
    ++counts[choice];
  }
  CHECK(std::fabs(sum / 1e6) < 2e-3);
  CHECK(std::fabs(std::sqrt(square / 1e6) - 0.57735) < 2e-3);
  for (const std::uint32_t count : counts) CHECK(count > 98500 && count < 101500);
}

void dc_goes_and_a_bass_note_stays() {
  ens::DcBlocker blocker;
  blocker.prepare(48000.0f);
  float last = 1.0f;
  for (int i = 0; i < 48000; ++i) last = blocker.step(1.0f);
  CHECK(std::fabs(last) < 1e-6f);
  std::uint32_t phase = 0;
  float peak = 0.0f;
  for (int i = 0; i < 48000; ++i) {
    phase += ens::phase_step(40.0f, 48000.0f);
    const float y = blocker.step(ens::sine(phase));
    if (i > 24000) peak = std::fmax(peak, std::fabs(y));
  }
  CHECK(peak > 0.98f);
}

// What dies away reaches zero, not the denormals.
void a_filter_dies_to_nothing() {
  ens::OnePole pole;
  pole.low(1.0f, 1.0f);
  for (int i = 0; i < 200000; ++i) pole.low(0.0f, 0.01f);
  CHECK(std::fabs(pole.value()) < 1e-12f);
  CHECK(pole.value() == 0.0f || std::fabs(pole.value()) > 1e-17f);
}

}  // namespace

int main() {
  sine_keeps_its_stated_error();
  harmonics_alias_nowhere();
  harmonics_glide_without_a_pop();
  a_formant_sits_where_it_is_told();
  an_envelope_takes_the_times_it_says();
  an_envelope_restarts_from_where_it_is();
  a_delay_reads_between_samples_and_is_bounded();
  noise_is_flat_centred_and_never_stuck();
  dc_goes_and_a_bass_note_stays();
  a_filter_dies_to_nothing();
  return ens_test::result();
}
