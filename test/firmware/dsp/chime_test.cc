// The struck bell: partials where they should be, a decay that takes its time, no alias.
#include "dsp/chime.h"

#include <cmath>
#include <vector>

#include "firmware/check.h"
#include "firmware/effects/measure.h"

namespace {

constexpr float kRate = 48000.0f;

std::vector<float> render(ens::Chime& chime, float index, float fall, int ticks) {
  std::vector<float> sound;
  for (int tick = 0; tick < ticks; ++tick) {
    chime.tick(index, fall, 64);
    for (int i = 0; i < 64; ++i) sound.push_back(chime.next());
  }
  return sound;
}

float peak(const std::vector<float>& sound, std::size_t from, std::size_t to) {
  float most = 0.0f;
  for (std::size_t i = from; i < to; ++i) most = std::fmax(most, std::fabs(sound[i]));
  return most;
}

void it_falls_as_told_and_ends() {
  ens::Chime chime;
  chime.start(1000.0f, 3.5f, 0.8f, kRate);
  CHECK(chime.level() == 0.8f);
  const std::vector<float> sound = render(chime, 2.0f, 0.99f, 300);
  CHECK(std::fabs(peak(sound, 64, 192) - 0.8f) < 0.02f);
  CHECK(std::fabs(peak(sound, 200 * 64, 202 * 64) - 0.8f * std::pow(0.99f, 200.0f)) < 0.01f);
  const std::vector<float> tail = render(chime, 2.0f, 0.99f, 1200);
  CHECK(chime.level() == 0.0f);
  CHECK(std::fabs(tail.back()) < 1e-6f);
}

// At every pitch and ratio an index of 5 stays in band: what is not on the grid is weak.
void sidebands_stay_in_band() {
  for (const float hz : {500.0f, 2000.0f, 5000.0f}) {
    for (const float ratio : {1.0f, 2.0f, 4.0f}) {
      ens::Chime chime;
      chime.start(hz, ratio, 1.0f, kRate);
      std::vector<float> sound = render(chime, 5.0f, 1.0f, 260);
      sound.erase(sound.begin(), sound.end() - 16384);
      CHECK(ens_test::alias_db(sound, static_cast<double>(hz)) < -30.0);
      CHECK(ens_test::rms(sound) > 0.5);
    }
  }
}

void without_an_index_it_is_a_sine() {
  ens::Chime chime;
  chime.start(1000.0f, 3.5f, 1.0f, kRate);
  std::vector<float> sound = render(chime, 0.0f, 1.0f, 260);
  sound.erase(sound.begin(), sound.end() - 16384);
  const std::vector<double> power = ens_test::spectrum(sound);
  double near = 0.0, all = 0.0;
  for (std::size_t i = 0; i < power.size(); ++i) {
    all += power[i];
    if (std::fabs(static_cast<double>(i) * 48000.0 / 16384.0 - 1000.0) < 30.0) near += power[i];
  }
  CHECK(near > 0.999999 * all);
}

}  // namespace

int main() {
  it_falls_as_told_and_ends();
  sidebands_stay_in_band();
  without_an_index_it_is_a_sine();
  return ens_test::result();
}
