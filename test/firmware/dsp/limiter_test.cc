// The limiter behind every engine: its ceiling, what it leaves alone, its times, and its bits.
#include "dsp/limiter.h"

#include <cmath>
#include <cstring>
#include <vector>

#include "dsp/noise.h"
#include "firmware/check.h"

namespace {

using ens::Limiter;

constexpr float kRate = 48000.0f;
constexpr float kMinus1Db = 0.89125094f;

struct Sound {
  std::vector<float> left, right;
};

Limiter limiter(float rate = kRate) {
  Limiter made;
  made.prepare(rate);
  return made;
}

Sound tone(double hz, float left, float right, std::size_t frames) {
  Sound made;
  for (std::size_t i = 0; i < frames; ++i) {
    const double turn = 2.0 * 3.14159265358979323846 * hz * static_cast<double>(i) / 48000.0 + 0.1;
    made.left.push_back(left * static_cast<float>(std::sin(turn)));
    made.right.push_back(right * static_cast<float>(std::sin(turn)));
  }
  return made;
}

// Noise whose level changes every 10 ms, from silence to +12 dBFS.
Sound wild(std::size_t frames) {
  Sound made;
  ens::Noise noise(5);
  float level = 0.0f;
  for (std::size_t i = 0; i < frames; ++i) {
    if (i % 480 == 0) level = noise.share() * noise.share() * 4.0f;
    made.left.push_back(level * noise.white());
    made.right.push_back(0.5f * level * noise.white());
  }
  return made;
}

void run(Limiter& by, Sound& sound, std::size_t block) {
  for (std::size_t at = 0; at < sound.left.size(); at += block) {
    const std::size_t left = sound.left.size() - at;
    by.process(sound.left.data() + at, sound.right.data() + at, left < block ? left : block);
  }
}

Sound limited(Sound sound, std::size_t block = 64) {
  Limiter by = limiter();
  run(by, sound, block);
  return sound;
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

float largest(const std::vector<float>& x, std::size_t from = 0) {
  float most = 0.0f;
  for (std::size_t i = from; i < x.size(); ++i) most = std::fmax(most, std::fabs(x[i]));
  return most;
}

void nothing_passes_the_ceiling() {
  const Sound out = limited(wild(480000));
  CHECK(largest(out.left) <= kMinus1Db && largest(out.right) <= kMinus1Db);
  CHECK(largest(out.left) > 0.85f);
  for (const float rate : {24000.0f, 32000.0f, 44100.0f}) {
    Limiter by = limiter(rate);
    Sound sound = wild(96000);
    run(by, sound, 64);
    CHECK(largest(sound.left) <= kMinus1Db);
  }
  for (float size = 0.01f; size < 8.0f; size += 0.00037f) {
    CHECK(size * Limiter::gain_at(size) <= kMinus1Db);
  }
}

void keeps_every_bit_below_the_threshold() {
  Sound in = tone(211.0, 0.7079f, 0.35f, 48000);
  in.left[100] = -0.7079f;
  const Sound out = limited(in);
  CHECK(same_bits(out.left, in.left) && same_bits(out.right, in.right));
}

void bends_nothing_by_more_than_it_must() {
  // The curve is even, rises everywhere and starts as a straight line.
  float before = 0.0f;
  for (float size = 0.5f; size < 8.0f; size += 0.001f) {
    const float out = size * Limiter::gain_at(size);
    CHECK(out > before);
    before = out;
  }
  CHECK(std::fabs(0.72f * Limiter::gain_at(0.72f) - 0.72f) < 0.001f);
}

// A tone 6 dB over full scale is turned down, not bent: after the first half period its overtones
// stay below 0.1 %.
void turns_down_rather_than_bends() {
  for (const double cycles : {60.0, 220.0, 1001.0}) {  // in 65536 samples
    const std::size_t size = 1u << 16;
    Sound sound = limited(tone(cycles * 48000.0 / 65536.0, 2.0f, 2.0f, 2 * size));
    const std::vector<float> settled(sound.left.begin() + size, sound.left.end());
    double tone_power = 0.0, power = 0.0, a = 0.0, b = 0.0;
    for (std::size_t i = 0; i < size; ++i) {
      const double turn = 2.0 * 3.14159265358979323846 * cycles * static_cast<double>(i) / 65536.0;
      const auto x = static_cast<double>(settled[i]);
      a += x * std::sin(turn), b += x * std::cos(turn), power += x * x;
    }
    tone_power = 2.0 * (a * a + b * b) / static_cast<double>(size);
    CHECK(std::sqrt((power - tone_power) / tone_power) < 0.001);
  }
}

void attacks_at_once_and_releases_in_its_time() {
  // 20 ms at +6 dBFS, then a tone of −12 dBFS: turned down at once, and let go after the hold.
  Sound in = tone(997.0, 2.0f, 2.0f, 960);
  const Sound quiet = tone(997.0, 0.25f, 0.25f, 48000);
  in.left.insert(in.left.end(), quiet.left.begin(), quiet.left.end());
  in.right.insert(in.right.end(), quiet.right.begin(), quiet.right.end());
  const Sound out = limited(in);
  const auto gain_after = [&](double ms) {
    const std::size_t from = 960 + static_cast<std::size_t>(ms * 48.0);
    float now = 0.0f, before = 0.0f;
    for (std::size_t i = from; i < from + 48; ++i) {
      now = std::fmax(now, std::fabs(out.left[i]));
      before = std::fmax(before, std::fabs(in.left[i]));
    }
    return now / before;
  };
  const float held = Limiter::gain_at(2.0f);
  CHECK(largest(out.left) <= kMinus1Db);
  CHECK(std::fabs(gain_after(5.0) - held) < 0.01f);
  CHECK(gain_after(50.0) > 1.2f * held && gain_after(50.0) < 0.8f);
  // The envelope falls from 2 to the threshold in 80 ms · ln(2 / 0.708) = 83 ms.
  CHECK(gain_after(90.0) < 1.0f && gain_after(110.0) > 0.999f);
  CHECK(same_bits({out.left.begin() + 9600, out.left.end()},
                  {in.left.begin() + 9600, in.left.end()}));
}

void keeps_the_picture() {
  Sound in = tone(300.0, 2.0f, 0.5f, 9600);
  const Sound out = limited(in);
  for (std::size_t i = 0; i < in.left.size(); ++i) {
    CHECK(std::fabs(out.right[i] - 0.25f * out.left[i]) < 1e-6f);
  }
}

void survives_what_is_no_number() {
  Sound in = tone(300.0, 0.5f, 0.5f, 48000);
  const Sound sound = in;
  const float evil[] = {NAN, INFINITY, -INFINITY, 3e38f, 1e-42f, -NAN};
  for (std::size_t i = 0; i < 6; ++i) in.left[1000 + 100 * i] = evil[i];
  const Sound out = limited(in);
  CHECK(largest(out.left) <= kMinus1Db);
  for (const float x : out.left) {
    CHECK(std::isfinite(x) && (x == 0.0f || std::fabs(x) >= 1e-9f));
  }
  CHECK(out.left[1000] == 0.0f);
  CHECK(same_bits({out.left.begin() + 24000, out.left.end()},
                  {sound.left.begin() + 24000, sound.left.end()}));
}

void sounds_the_same_however_blocks_are_cut() {
  const Sound whole = limited(wild(48000), 48000);
  for (const std::size_t block : {1u, 7u, 64u, 128u}) {
    const Sound cut = limited(wild(48000), block);
    CHECK(same_bits(cut.left, whole.left) && same_bits(cut.right, whole.right));
  }
}

void a_reset_forgets() {
  Limiter by = limiter();
  Sound loud = wild(4800);
  run(by, loud, 64);
  by.reset();
  Sound in = tone(300.0, 0.7f, 0.7f, 480);
  Sound out = in;
  run(by, out, 64);
  CHECK(same_bits(out.left, in.left));
}

}  // namespace

int main() {
  nothing_passes_the_ceiling();
  keeps_every_bit_below_the_threshold();
  bends_nothing_by_more_than_it_must();
  turns_down_rather_than_bends();
  attacks_at_once_and_releases_in_its_time();
  keeps_the_picture();
  survives_what_is_no_number();
  sounds_the_same_however_blocks_are_cut();
  a_reset_forgets();
  return ens_test::result();
}
