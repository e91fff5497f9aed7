// The crossed echo: where its repeats fall, what they lose, and how its length moves.
#include "dsp/crossed_echo.h"

#include <cmath>
#include <memory>
#include <vector>

#include "firmware/check.h"

namespace {

using ens::CrossedEcho;

constexpr float kRate = 48000.0f;

struct Sound {
  std::vector<float> left, right;
};

// An echo is too large for a stack.
std::unique_ptr<CrossedEcho> echo_at(const CrossedEcho::Settings& settings) {
  auto echo = std::make_unique<CrossedEcho>();
  echo->prepare(kRate);
  echo->reset(settings);
  return echo;
}

Sound run(CrossedEcho& echo, const CrossedEcho::Settings& settings, int ticks, float in_left,
          float in_right) {
  Sound sound;
  for (int tick = 0; tick < ticks; ++tick) {
    float left[64] = {}, right[64] = {};
    if (tick == 0) left[0] = in_left;
    if (tick == 0) right[0] = in_right;
    echo.aim(settings, 64);
    echo.process(left, right, 64);
    sound.left.insert(sound.left.end(), left, left + 64);
    sound.right.insert(sound.right.end(), right, right + 64);
  }
  return sound;
}

float energy(const std::vector<float>& x, std::size_t from, std::size_t to) {
  float sum = 0.0f;
  for (std::size_t i = from; i < to; ++i) sum += x[i] * x[i];
  return sum;
}

void repeats_walk_from_side_to_side() {
  const CrossedEcho::Settings settings{1000.0f, 0.5f, 1.0f};
  const auto echo = echo_at(settings);
  const Sound sound = run(*echo, settings, 64, 0.5f, 0.0f);
  CHECK(energy(sound.left, 1, 1000) == 0.0f);
  CHECK(energy(sound.right, 0, 2000) == 0.0f);
  CHECK(std::fabs(sound.left[1000] - 0.5f * 0.4452f) < 1e-3f);  // a one-pole of 4.5 kHz
  CHECK(sound.right[2000] > 0.0f);
  CHECK(energy(sound.left, 2000, 3000) < 1e-3f * energy(sound.right, 2000, 3000));
  CHECK(energy(sound.right, 3000, 4000) < 1e-3f * energy(sound.left, 3000, 4000));
}

// The sum of a repeat's samples is its gain at 0 Hz, which the damping keeps.
void feedback_is_what_a_repeat_leaves_to_the_next() {
  for (const float feedback : {0.0f, 0.3f, 0.9f}) {
    const CrossedEcho::Settings settings{1000.0f, feedback, 1.0f};
    const auto echo = echo_at(settings);
    const Sound sound = run(*echo, settings, 64, 0.5f, 0.0f);
    float first = 0.0f, second = 0.0f;
    for (std::size_t i = 1000; i < 2000; ++i) first += sound.left[i];
    for (std::size_t i = 2000; i < 3000; ++i) second += sound.right[i];
    CHECK(std::fabs(first - 0.5f) < 1e-3f);
    CHECK(std::fabs(second - 0.5f * feedback) < 1e-3f);
  }
}

void without_mix_the_sound_passes_unchanged() {
  const CrossedEcho::Settings settings{700.0f, 0.9f, 0.0f};
  const auto echo = echo_at(settings);
  const Sound sound = run(*echo, settings, 40, 0.5f, -0.25f);
  CHECK(sound.left[0] == 0.5f);
  CHECK(sound.right[0] == -0.25f);
  CHECK(energy(sound.left, 1, sound.left.size()) == 0.0f);
  CHECK(energy(sound.right, 1, sound.right.size()) == 0.0f);
}

// Half a sample per sample at most, and in the end where it was sent.
void its_length_glides() {
  const auto echo = echo_at({12000.0f, 0.5f, 1.0f});
  const CrossedEcho::Settings settings{1000.0f, 0.5f, 1.0f};
  const int soonest = (12000 - 1000) / 32;
  run(*echo, settings, soonest - 100, 0.0f, 0.0f);
  CHECK(echo->target().samples == 1000.0f);
  const Sound early = run(*echo, settings, 50, 0.5f, 0.0f);
  CHECK(energy(early.left, 1, 2500) == 0.0f);
  run(*echo, settings, 600, 0.0f, 0.0f);
  const Sound late = run(*echo, settings, 40, 0.5f, 0.0f);
  CHECK(energy(late.left, 900, 999) < 1e-3f * energy(late.left, 999, 1100));
}

void it_is_bounded_and_dies() {
  const CrossedEcho::Settings settings{1e9f, 0.92f, 1.0f};
  const auto echo = echo_at(settings);
  CHECK(echo->target().samples <= 16382.0f);
  const CrossedEcho::Settings brief{1.0f, 0.92f, 1.0f};
  float peak = 0.0f;
  for (int i = 0; i < 200; ++i) {
    const Sound sound = run(*echo, brief, 4, 100.0f, 100.0f);
    for (const float sample : sound.left) peak = std::fmax(peak, std::fabs(sample));
    for (const float sample : sound.right) peak = std::fmax(peak, std::fabs(sample));
  }
  CHECK(peak > 0.1f && peak < 1.0f);
  const Sound tail = run(*echo, brief, 4000, 0.0f, 0.0f);
  CHECK(std::fabs(tail.left.back()) < 1e-14f);
  CHECK(std::fabs(tail.right.back()) < 1e-14f);
}

}  // namespace

int main() {
  repeats_walk_from_side_to_side();
  feedback_is_what_a_repeat_leaves_to_the_next();
  without_mix_the_sound_passes_unchanged();
  its_length_glides();
  it_is_bounded_and_dies();
  return ens_test::result();
}
