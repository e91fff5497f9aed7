// The granular looper against its promises: times, pitches, directions, slices, levels, loops.
#include "engines/granular.h"

#include <initializer_list>
#include <utility>

#include "firmware/check.h"
#include "firmware/effects/measure.h"

namespace {

using namespace ens_test;

enum Space : std::size_t { kCloud, kStutter, kStretch, kShimmer, kRewind, kSpaces };
using Settings = std::initializer_list<std::pair<const char*, float>>;

constexpr std::size_t kRate = 48000;

// Only grains, in a steady rhythm and in the middle, that together are what was heard 500 ms ago.
Rig plain(std::size_t space, Settings settings = {}, float rate = 48000.0f) {
  Rig rig(*ens::find_engine("granular"), rate);
  CHECK(rig->set_voice_space(space));
  for (const auto& [name, value] : Settings{{"position_pct", 25.0f},
                                            {"memory_ms", 2000.0f},
                                            {"scan_pct", 100.0f},
                                            {"spray_ms", 0.0f},
                                            {"grain_ms", 100.0f},
                                            {"density_hz", 20.0f},
                                            {"jitter_pct", 0.0f},
                                            {"peak_pct", 50.0f},
                                            {"pitch_st", 0.0f},
                                            {"scatter_st", 0.0f},
                                            {"harmony_pct", 0.0f},
                                            {"reverse_pct", 0.0f},
                                            {"spread_pct", 0.0f},
                                            {"feedback_pct", 0.0f},
                                            {"freeze_pct", 0.0f},
                                            {"low_cut_hz", 20.0f},
                                            {"damping_hz", 11000.0f},
                                            {"mix_pct", 100.0f},
                                            {"output_db", 0.0f}}) {
    set_value(rig, name, value);
  }
  for (const auto& [name, value] : settings) set_value(rig, name, value);
  rig->reset();
  return rig;
}

void close_to(double got, double wanted, double room, std::size_t space, const char* what) {
  if (CHECK(std::fabs(got - wanted) <= room)) return;
  std::printf("voice space %zu, %s: %f, declared %f\n", space, what, got, wanted);
}

std::size_t loudest(const std::vector<float>& x, std::size_t from, std::size_t to) {
  std::size_t best = from;
  for (std::size_t i = from; i < to && i < x.size(); ++i) {
    if (std::fabs(x[i]) > std::fabs(x[best])) best = i;
  }
  return best;
}

void grains_are_together_what_was_heard_as_long_ago_as_the_position_says() {
  for (const float rate : {24000.0f, 32000.0f, 44100.0f, 48000.0f}) {
    for (const float pct : {10.0f, 25.0f, 50.0f}) {
      Rig rig = plain(kCloud, {{"position_pct", pct}}, rate);
      const auto second = static_cast<std::size_t>(rate);
      Stereo in = silence(2 * second);
      // A burst of 10 ms.
      for (std::size_t i = 0; i < second / 100; ++i) {
        const double t = static_cast<double>(i) / static_cast<double>(second);
        const double window = std::sin(kPi * 100.0 * t);
        in.left[second / 2 + i] = in.right[second / 2 + i] =
            static_cast<float>(0.5 * window * window * std::sin(2.0 * kPi * 1000.0 * t));
      }
      const std::vector<float> out = rig.render(2 * second, &in).left;
      const std::size_t from = loudest(in.left, 0, in.left.size());
      const std::size_t at = loudest(out, 0, out.size());
      const double ms = 1000.0 * static_cast<double>(at - from) / static_cast<double>(rate);
      // What both filters take.
      const double late = 1000.0 * 56.0 / static_cast<double>(rate);
      close_to(ms, 20.0 * static_cast<double>(pct) + late, 0.3, kCloud, "ms of the position");
      close_to(to_db(static_cast<double>(std::fabs(out[at] / in.left[from]))), 0.0, 0.7, kCloud,
               "dB of what was heard");
    }
  }
}

double loudest_hz(const std::vector<float>& x, double from, double to) {
  double best = 0.0, peak = 0.0;
  for (double hz = from; hz < to; hz *= 1.0005) {
    const double level = std::abs(component(x, kRate, 2 * kRate, hz));
    if (level > peak) peak = level, best = hz;
  }
  return best;
}

// One grain after the other, with flat tops, so that there are few sidebands.
void a_grain_sounds_at_its_pitch() {
  for (const float st : {-24.0f, -7.0f, 0.0f, 5.0f, 12.0f, 24.0f}) {
    Rig rig = plain(kStutter, {{"pitch_st", st}, {"grain_ms", 500.0f}, {"density_hz", 2.0f}});
    const Stereo in = both(tone(kRate * 4, 400.0, 0.3));
    rig.render(kRate * 4, &in);
    const std::vector<float> out = rig.render(kRate * 4, &in).left;
    const double wanted = 400.0 * std::exp2(static_cast<double>(st) / 12.0);
    const double got = loudest_hz(out, 0.97 * wanted, 1.03 * wanted);
    // A slice of half a second has lines 2 Hz apart.
    close_to(got, wanted, 1.5, kStutter, "Hz of a grain");
  }
}

void harmony_plays_the_intervals_of_the_voice_space() {
  for (std::size_t space = 0; space < kSpaces; ++space) {
    const ens::GrainTraits& traits = ens::Granular::kVoiceSpaces.traits[space];
    Rig rig = plain(space, {{"harmony_pct", 100.0f}, {"grain_ms", 400.0f}, {"density_hz", 12.0f}});
    const Stereo in = both(tone(kRate * 6, 500.0, 0.3));
    const std::vector<float> out = rig.render(kRate * 6, &in).left;
    const auto level = [&](double st) {
      double most = 0.0;
      const double hz = 500.0 * std::exp2(st / 12.0);
      for (double off = -6.0; off <= 6.0; off += 1.0) {
        most = std::max(most, std::abs(component(out, kRate, 4 * kRate, hz + off)));
      }
      return most;
    };
    for (const float st : traits.intervals_st) CHECK(level(static_cast<double>(st)) > 0.003);
    CHECK(level(4.0) < 0.002);
  }
}

// Two clicks, the second softer, as they are heard.
bool plays_backwards(std::size_t space, float reverse_pct) {
  constexpr std::size_t kGap = 1200;
  Rig rig =
      plain(space, {{"reverse_pct", reverse_pct}, {"grain_ms", 300.0f}, {"density_hz", 2.0f}});
  Stereo in = silence(kRate * 3);
  for (std::size_t at = kRate / 2; at + kGap < in.left.size(); at += kRate / 4) {
    in.left[at] = in.right[at] = 0.6f;
    in.left[at + kGap] = in.right[at + kGap] = 0.3f;
  }
  const std::vector<float> out = rig.render(kRate * 3, &in).left;
  const std::size_t loud = loudest(out, kRate, 2 * kRate + kRate / 2);
  const auto near = [&](std::size_t at) { return std::fabs(out[loudest(out, at - 12, at + 12)]); };
  return near(loud - kGap) > near(loud + kGap);
}

void reverse_turns_grains_round() {
  for (const std::size_t space : {kCloud, kShimmer}) {
    CHECK(!plays_backwards(space, 0.0f));
    CHECK(plays_backwards(space, 100.0f));
  }
  CHECK(plays_backwards(kRewind, 0.0f));
  CHECK(!plays_backwards(kRewind, 100.0f));
}

double likeness(const std::vector<float>& x, std::size_t from, std::size_t count,
                std::size_t apart) {
  double both_sum = 0.0, one = 0.0, other = 0.0;
  for (std::size_t i = from; i < from + count; ++i) {
    const double a = static_cast<double>(x[i]), b = static_cast<double>(x[i + apart]);
    both_sum += a * b, one += a * a, other += b * b;
  }
  return both_sum / std::sqrt(one * other + 1e-20);
}

void stutter_plays_a_slice_six_times() {
  constexpr std::size_t kPeriod = 4800;
  const auto slices = [&](std::size_t space) {
    Rig rig = plain(space, {{"grain_ms", 90.0f}, {"density_hz", 10.0f}, {"damping_hz", 500.0f}});
    const Stereo in = both(white(kRate * 4, 0.1f, 3));
    const std::vector<float> out = rig.render(kRate * 4, &in).left;
    int alike = 0;
    for (std::size_t at = 2 * kRate; at < 2 * kRate + 18 * kPeriod; at += kPeriod) {
      alike += likeness(out, at, kPeriod, kPeriod) > 0.8;
    }
    return alike;
  };
  const int stutter = slices(kStutter);
  CHECK(stutter >= 11 && stutter <= 15);  // of 18: each new slice is in one or two
  CHECK_EQUAL(slices(kCloud), 0);
}

// Two clicks half a second apart, recorded and then frozen, are heard four times as far apart.
void stretch_takes_four_times_as_long() {
  for (const std::size_t space : {kCloud, kStretch}) {
    Rig rig = plain(space, {{"position_pct", 100.0f},
                            {"memory_ms", 1600.0f},
                            {"grain_ms", 12.0f},
                            {"density_hz", 100.0f}});
    Stereo in = silence(kRate * 2);
    for (const std::size_t at : {std::size_t{48000}, std::size_t{60000}}) {
      in.left[at] = in.right[at] = 0.8f;
    }
    rig.render(kRate + kRate / 2, &in);
    set_value(rig, "freeze_pct", 100.0f);
    const std::vector<float> out = rig.render(kRate * 8).left;
    const std::size_t first = loudest(out, 0, out.size());
    const std::size_t apart = space == kStretch ? 48000u : 12000u;
    const std::size_t room = apart / 8;
    double near = 0.0;
    for (const long sign : {-1L, 1L}) {
      const long at = static_cast<long>(first) + sign * static_cast<long>(apart);
      if (at < static_cast<long>(room)) continue;
      const auto middle = static_cast<std::size_t>(at);
      if (middle + room >= out.size()) continue;
      near = std::max(
          near, static_cast<double>(std::fabs(out[loudest(out, middle - room, middle + room)])));
    }
    CHECK(near > 0.3 * static_cast<double>(std::fabs(out[first])));
  }
}

void a_cloud_is_as_loud_however_many_grains_sound() {
  for (std::size_t space = 0; space < kSpaces; ++space) {
    double least = 1e9, most = -1e9;
    for (const float spray_ms : {0.0f, 300.0f}) {
      for (const float density_hz : {10.0f, 30.0f, 100.0f}) {
        for (const float grain_ms : {100.0f, 200.0f, 500.0f}) {
          Rig rig = plain(space, {{"spray_ms", spray_ms},
                                  {"density_hz", density_hz},
                                  {"grain_ms", grain_ms},
                                  {"jitter_pct", 50.0f}});
          const Stereo in = both(white(kRate * 6, 0.05f, 5));
          const std::vector<float> out = rig.render(kRate * 6, &in).left;
          const double level = to_db(rms(out, 4 * kRate, 2 * kRate) / 0.05);
          least = std::min(least, level), most = std::max(most, level);
        }
      }
    }
    if (CHECK(most - least < 5.0)) continue;
    std::printf("voice space %zu: from %.1f to %.1f dB\n", space, least, most);
  }
}

void frozen_it_plays_the_same_for_ever_and_hears_nothing() {
  for (std::size_t space = 0; space < kSpaces; ++space) {
    Rig one = plain(space, {{"spray_ms", 50.0f}, {"jitter_pct", 60.0f}});
    Rig other = plain(space, {{"spray_ms", 50.0f}, {"jitter_pct", 60.0f}});
    const Stereo in = both(white(kRate * 4, 0.1f, 6));
    for (Rig* rig : {&one, &other}) {
      rig->render(kRate * 4, &in);
      set_value(*rig, "freeze_pct", 100.0f);
      rig->render(kRate / 2, &in);
    }
    const double soon = rms(one.render(kRate * 3).left, 0, kRate * 3);
    const Stereo later = both(white(kRate * 3, 0.2f, 7));
    other.render(kRate * 3, &later);
    set_value(other, "mix_pct", 100.0f);
    one.render(kRate * 20);
    other.render(kRate * 20);
    const Stereo a = one.render(kRate * 3), b = other.render(kRate * 3);
    CHECK(hash(a) == hash(b));
    close_to(to_db(rms(a.left, 0, kRate * 3) / soon), 0.0, 1.5, space, "dB after 20 s");
    set_value(one, "freeze_pct", 0.0f);
    one.render(kRate * 6);
    CHECK(largest(one.render(4800).left) < 1e-5f);
  }
}

// A low tone has small steps: whatever else is set, moved or frozen, so has what is made of it.
void no_grain_clicks() {
  const Stereo in = both(tone(kRate / 10, 100.0, 0.4));
  for (std::size_t space = 0; space < kSpaces; ++space) {
    Rig rig = plain(space);
    ens::Noise random(40 + static_cast<std::uint32_t>(space));
    float most = 0.0f;
    std::size_t now = space;
    for (int turn = 0; turn < 150; ++turn) {
      randomise(*rig.operator->(), random);
      for (const auto& [name, value] : Settings{{"pitch_st", 0.0f},
                                                {"scatter_st", 0.0f},
                                                {"harmony_pct", 0.0f},
                                                {"output_db", 0.0f},
                                                {"mix_pct", 100.0f}}) {
        set_value(rig, name, value);
      }
      if (random.below(2) == 0) set_value(rig, "freeze_pct", random.below(2) == 0 ? 0.0f : 100.0f);
      if (random.below(8) == 0) now = (now + 1) % kSpaces;
      rig->set_voice_space(now);
      const Stereo out = rig.render(kRate / 10, &in);
      most = std::fmax(most, std::fmax(largest_step(out.left), largest_step(out.right)));
    }
    if (!CHECK(most < 0.045f))
      std::printf("voice space %zu: %f\n", space, static_cast<double>(most));
  }
}

void the_strongest_feedback_stays_bounded_and_free_of_dc() {
  for (std::size_t space = 0; space < kSpaces; ++space) {
    for (const float density_hz : {4.0f, 100.0f}) {
      Rig rig = plain(space, {{"feedback_pct", 100.0f},
                              {"density_hz", density_hz},
                              {"spray_ms", 100.0f},
                              {"harmony_pct", 50.0f},
                              {"grain_ms", 400.0f}});
      const Stereo in = both(white(kRate * 6, 0.3f, 9));
      rig.render(in.left.size(), &in);
      const Stereo out = rig.render_unfinished(kRate * 6);
      CHECK(largest(out.left) < 1.0f && largest(out.right) < 1.0f);
      CHECK(std::fabs(mean(out.left)) < 0.002);
    }
  }
}

void without_spread_both_sides_are_one() {
  for (std::size_t space = 0; space < kSpaces; ++space) {
    for (const float spread_pct : {0.0f, 100.0f}) {
      Rig rig = plain(space, {{"spread_pct", spread_pct}, {"spray_ms", 200.0f}});
      const Stereo in = both(white(kRate * 2, 0.1f, 5));
      const Stereo out = rig.render(kRate * 2, &in);
      float most = 0.0f;
      for (std::size_t i = 0; i < out.left.size(); ++i) {
        most = std::max(most, std::fabs(out.left[i] - out.right[i]));
      }
      CHECK(spread_pct > 0.0f ? most > 0.05f : most < 1e-6f);
    }
  }
}

void grains_outlive_a_change_of_voice_space() {
  for (std::size_t space = 0; space < kSpaces; ++space) {
    Rig rig = plain(space, {{"position_pct", 60.0f}});
    const Stereo in = both(white(kRate * 2, 0.1f, 8));
    rig.render(kRate * 2, &in);
    const double before = rms(rig.render(4800).left, 0, 4800);
    rig->set_voice_space((space + 1) % kSpaces);
    rig.render(4800);
    const double after = rms(rig.render(9600).left, 0, 9600);
    CHECK(to_db(after / before) > -10.0);
  }
}

}  // namespace

int main() {
  grains_are_together_what_was_heard_as_long_ago_as_the_position_says();
  a_grain_sounds_at_its_pitch();
  harmony_plays_the_intervals_of_the_voice_space();
  reverse_turns_grains_round();
  stutter_plays_a_slice_six_times();
  stretch_takes_four_times_as_long();
  a_cloud_is_as_loud_however_many_grains_sound();
  frozen_it_plays_the_same_for_ever_and_hears_nothing();
  no_grain_clicks();
  the_strongest_feedback_stays_bounded_and_free_of_dc();
  without_spread_both_sides_are_one();
  grains_outlive_a_change_of_voice_space();
  return ens_test::result();
}
