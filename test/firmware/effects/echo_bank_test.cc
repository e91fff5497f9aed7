// The echoes against their promises: times, decays, bands, directions, hold, sides, tails.
#include "engines/echo_bank.h"

#include <initializer_list>
#include <utility>

#include "firmware/check.h"
#include "firmware/effects/measure.h"

namespace {

using namespace ens_test;

enum Space : std::size_t { kTape, kGlass, kReverse, kDub, kAscent, kSpaces };
using Settings = std::initializer_list<std::pair<const char*, float>>;

constexpr std::size_t kRate = 48000;
constexpr const ens::EchoTraits& traits(std::size_t space) {
  return ens::EchoBank::kVoiceSpaces.traits[space];
}

// Only echoes, unfiltered, unmoved, at 120 BPM: a beat is half a second.
Rig plain(std::size_t space, Settings settings = {}, float rate = 48000.0f) {
  Rig rig(*ens::find_engine("echo_bank"), rate);
  CHECK(rig->set_voice_space(space));
  for (const auto& [name, value] : Settings{{"tempo_bpm", 120.0f},
                                            {"loop_beats", 1.0f},
                                            {"density_pct", 0.0f},
                                            {"rush_pct", 0.0f},
                                            {"swell_db", 0.0f},
                                            {"feedback_pct", 0.0f},
                                            {"hold_pct", 0.0f},
                                            {"cross_pct", 0.0f},
                                            {"low_cut_hz", 20.0f},
                                            {"damping_hz", 16000.0f},
                                            {"drive_db", 0.0f},
                                            {"wow_depth_ms", 0.0f},
                                            {"bank_pct", 0.0f},
                                            {"sweep_depth_st", 0.0f},
                                            {"width_pct", 0.0f},
                                            {"duck_db", 0.0f},
                                            {"mix_pct", 100.0f},
                                            {"output_db", 0.0f}}) {
    set_value(rig, name, value);
  }
  for (const auto& [name, value] : settings) set_value(rig, name, value);
  rig->reset();
  return rig;
}

Stereo click(std::size_t frames, float level = 0.1f) {
  Stereo in = silence(frames);
  in.left[0] = in.right[0] = level;
  return in;
}

std::size_t loudest(const std::vector<float>& x, std::size_t from, std::size_t to) {
  std::size_t best = from;
  for (std::size_t i = from; i < to && i < x.size(); ++i) {
    if (std::fabs(x[i]) > std::fabs(x[best])) best = i;
  }
  return best;
}

void close_to(double got, double wanted, double room, std::size_t space, const char* what) {
  if (CHECK(std::fabs(got - wanted) <= room)) return;
  std::printf("voice space %zu, %s: %f, declared %f\n", space, what, got, wanted);
}

double seconds(std::size_t frames) {
  return static_cast<double>(frames) / kRate;
}

void eight_taps_sound_at_their_times() {
  for (const std::size_t space : {kTape, kGlass, kDub}) {
    for (const float rush : {-60.0f, 0.0f, 60.0f}) {
      for (const float bpm : {75.0f, 120.0f, 180.0f}) {
        Rig rig = plain(space, {{"tempo_bpm", bpm}, {"rush_pct", rush}, {"density_pct", 100.0f}});
        const Stereo in = click(kRate);
        const std::vector<float> out = rig.render(kRate, &in).left;
        const double loop_s = 60.0 / static_cast<double>(bpm);
        const double exponent = std::exp2(-0.01 * static_cast<double>(rush));
        for (int i = 1; i <= ens::kEchoTaps; ++i) {
          const double wanted_ms = 1000.0 * loop_s * std::pow(i / 8.0, exponent);
          const std::size_t near = static_cast<std::size_t>(wanted_ms * 48.0);
          const double got_ms = 1000.0 * seconds(loudest(out, near - 48, near + 96));
          // 1.5 samples of tape, and the steps of the slots.
          close_to(got_ms, wanted_ms, 0.1 + 0.0005 * wanted_ms, space, "ms of a tap");
        }
      }
    }
  }
}

void density_brings_taps_in_and_never_moves_them() {
  for (int count = 1; count <= ens::kEchoTaps; ++count) {
    const float pct = 100.0f * static_cast<float>(count - 1) / 7.0f;
    Rig rig = plain(kTape, {{"density_pct", pct}});
    const Stereo in = click(kRate);
    const std::vector<float> out = rig.render(kRate, &in).left;
    int heard = 0;
    for (std::size_t i = 1; i <= 8; ++i) {
      heard += std::fabs(out[loudest(out, i * 3000 - 8, i * 3000 + 8)]) > 0.004f;
    }
    CHECK_EQUAL(heard, count);
  }
}

void a_loop_that_is_too_long_halves_and_stays_in_time() {
  for (const auto& [bpm, beats, loop_ms] : {std::tuple{60.0f, 1.0f, 1000.0},
                                            {60.0f, 2.0f, 1000.0},
                                            {60.0f, 4.0f, 1000.0},
                                            {90.0f, 1.5f, 1000.0},
                                            {90.0f, 4.0f, 666.667},
                                            {200.0f, 3.0f, 900.0}}) {
    Rig rig = plain(kTape, {{"tempo_bpm", bpm}, {"loop_beats", beats}});
    const Stereo in = click(kRate * 2);
    const std::vector<float> out = rig.render(kRate * 2, &in).left;
    close_to(1000.0 * seconds(loudest(out, 0, out.size())), loop_ms, 0.5, kTape, "ms of a loop");
  }
}

void repeats_fall_by_the_feedback() {
  for (const std::size_t space : {kTape, kGlass, kDub}) {
    for (const float pct : {30.0f, 60.0f, 80.0f}) {
      Rig rig = plain(space, {{"feedback_pct", pct}});
      Stereo in = silence(kRate * 3);
      for (std::size_t i = 0; i < 9600; ++i) {
        in.left[i] = in.right[i] =
            0.02f * static_cast<float>(std::sin(0.1 * static_cast<double>(i)));
      }
      const std::vector<float> out = rig.render(kRate * 3, &in).left;
      // A tone of 764 Hz loses this much to both filters of the feedback.
      const double first = rms(out, 24000 + 2400, 4800);
      const double second = rms(out, 48000 + 2400, 4800);
      const double wanted = static_cast<double>(pct * 0.01f * traits(space).regeneration);
      close_to(to_db(second / first), to_db(wanted), 0.25, space, "dB of a repeat");
    }
  }
}

void the_damping_dulls_each_repeat_more() {
  Rig rig = plain(kTape, {{"feedback_pct", 90.0f}, {"damping_hz", 2000.0f}});
  const Stereo in = click(kRate * 2);
  const std::vector<float> out = rig.render(kRate * 2, &in).left;
  const auto bright = [&](std::size_t repeat) {
    const std::vector<float> echo(out.begin() + static_cast<long>(repeat * 24000 - 200),
                                  out.begin() + static_cast<long>(repeat * 24000 + 1800));
    return to_db(response(echo, 4000.0) / response(echo, 300.0));
  };
  // A pole at 2 kHz takes 7 dB of 4 kHz at each pass.
  close_to(bright(2) - bright(1), -6.3, 1.0, kTape, "dB of treble");
  close_to(bright(3) - bright(2), -6.3, 1.0, kTape, "dB of treble");
}

void each_tap_sounds_its_band() {
  for (const std::size_t space : {kTape, kGlass, kDub}) {
    Rig rig = plain(space, {{"density_pct", 100.0f},
                            {"bank_pct", 100.0f},
                            {"center_hz", 800.0f},
                            {"span_st", 36.0f},
                            {"resonance_x", 6.0f},
                            {"loop_beats", 1.5f}});
    const Stereo in = click(kRate, 0.5f);
    const std::vector<float> out = rig.render(kRate, &in).left;
    for (int i = 0; i < ens::kEchoTaps; ++i) {
      const std::size_t at = 4500 * static_cast<std::size_t>(i + 1);
      const std::vector<float> echo(out.begin() + static_cast<long>(at),
                                    out.begin() + static_cast<long>(at) + 4000);
      const double away = 36.0 * (static_cast<double>(traits(space).order[i]) - 0.5);
      const double wanted = 800.0 * std::exp2(away / 12.0);
      double best = 0.0, peak = 0.0;
      for (double hz = 0.6 * wanted; hz < 1.6 * wanted; hz *= 1.005) {
        const double level = response(echo, hz);
        if (level > peak) peak = level, best = hz;
      }
      close_to(best, wanted, 0.06 * wanted, space, "Hz of a band");
    }
  }
}

// Two clicks, the second softer.
Stereo loud_then_soft(std::size_t gap) {
  Stereo in = silence(kRate);
  in.left[24000] = in.right[24000] = 0.4f;
  in.left[24000 + gap] = in.right[24000 + gap] = 0.2f;
  return in;
}

void reverse_plays_backwards() {
  Rig rig = plain(kReverse);
  constexpr std::size_t kGap = 400;
  const Stereo in = loud_then_soft(kGap);
  const std::vector<float> out = rig.render(kRate, &in).left;
  const std::size_t loud = loudest(out, 0, out.size());
  const std::size_t soft = loudest(out, loud - kGap - 16, loud - kGap + 16);
  const std::size_t never = loudest(out, loud + kGap - 16, loud + kGap + 16);
  CHECK(std::fabs(out[soft]) > 0.3f * std::fabs(out[loud]));
  CHECK(std::fabs(out[never]) < 0.1f * std::fabs(out[soft]));
}

double pitch_of(std::size_t space, double hz) {
  Rig rig = plain(space);
  const Stereo in = both(tone(kRate * 2, hz, 0.1));
  const std::vector<float> out = rig.render(kRate * 2, &in).left;
  double best = 0.0, peak = 0.0;
  for (double at = 0.4 * hz; at < 2.5 * hz; at *= 1.002) {
    const double level = std::abs(component(out, kRate, kRate / 2, at));
    if (level > peak) peak = level, best = at;
  }
  return best;
}

void ascent_sounds_an_octave_up_and_the_others_at_pitch() {
  for (std::size_t space = 0; space < kSpaces; ++space) {
    const double wanted = space == kAscent ? 880.0 : 440.0;
    close_to(pitch_of(space, 440.0), wanted, 0.015 * wanted, space, "Hz of an echo");
  }
}

// How far the pitch of a tone strays while the tempo jumps, in cents: from zero crossings of what
// is heard, averaged over 10 ms.
double stray_cents(std::size_t space) {
  Rig rig = plain(space);
  const Stereo in = both(tone(kRate * 4, 1000.0, 0.2));
  Stereo ignored = rig.render(kRate, &in);
  set_value(rig, "tempo_bpm", 150.0f);
  const std::vector<float> out = rig.render(kRate, &in).left;
  double most = 0.0;
  for (std::size_t at = 0; at + 480 < out.size(); at += 480) {
    int rises = 0;
    double first = 0.0, last = 0.0;
    for (std::size_t i = at; i < at + 480; ++i) {
      if (!(out[i] < 0.0f && out[i + 1] >= 0.0f)) continue;
      last = static_cast<double>(i) + static_cast<double>(out[i] / (out[i] - out[i + 1]));
      if (rises++ == 0) first = last;
    }
    if (rises < 3) continue;
    const double hz = (rises - 1) * static_cast<double>(kRate) / (last - first);
    most = std::max(most, std::fabs(1200.0 * std::log2(hz / 1000.0)));
  }
  return most;
}

void tape_bends_where_glass_does_not() {
  CHECK(stray_cents(kTape) > 300.0);
  CHECK(stray_cents(kDub) > stray_cents(kTape));
  // While it fades between two phases of a tone.
  const double glass = stray_cents(kGlass);
  if (!CHECK(glass < 100.0)) std::printf("Glass strays by %.1f cents\n", glass);
}

void wow_bends_the_pitch_as_deep_as_it_says() {
  Rig rig = plain(kTape, {{"wow_depth_ms", 2.0f}, {"wow_rate_hz", 1.0f}});
  const Stereo in = both(tone(kRate * 4, 1000.0, 0.2));
  const std::vector<float> out = rig.render(kRate * 4, &in).left;
  // The phase of the echo against that of the tone, in ms.
  double least = 1e9, most = -1e9, turns = 0.0, before = 0.0;
  for (std::size_t at = kRate; at + 480 < out.size(); at += 48) {
    const double phase = std::arg(component(out, at, 480, 1000.0)) / (2.0 * kPi);
    turns += phase - before - std::round(phase - before);
    before = phase;
    least = std::min(least, turns), most = std::max(most, turns);
  }
  close_to(most - least, 4.0, 0.6, kTape, "ms of wow");
}

void hold_keeps_a_sound_for_ever() {
  for (std::size_t space = 0; space < kSpaces; ++space) {
    Rig rig = plain(space, {{"feedback_pct", 60.0f}});
    const Stereo in = both(white(kRate, 0.1f, 3));
    rig.render(kRate, &in);
    set_value(rig, "hold_pct", 100.0f);
    rig.render(kRate);
    const double soon = rms(rig.render(kRate).left, 0, kRate);
    // New input and another tempo change nothing of what is held.
    set_value(rig, "tempo_bpm", 90.0f);
    for (int second = 0; second < 10; ++second) rig.render(kRate, &in);
    set_value(rig, "tempo_bpm", 120.0f);
    rig.render(kRate * 10);
    const double late = rms(rig.render(kRate).left, 0, kRate);
    CHECK(soon > 0.01);
    const bool in_grains = traits(space).motion == ens::EchoMotion::kGrain;
    close_to(to_db(late / soon), 0.0, in_grains ? 0.5 : 0.01, space, "dB of a hold after 20 s");
    if (!in_grains) {
      const std::vector<float> loop = rig.render(48000).left;
      CHECK(std::equal(loop.begin(), loop.begin() + 24000, loop.begin() + 24000));
    }
    set_value(rig, "hold_pct", 0.0f), set_value(rig, "feedback_pct", 20.0f);
    rig.render(kRate * 12);
    CHECK(largest(rig.render(4800).left) == 0.0f);
  }
}

void the_strongest_feedback_stays_bounded_and_free_of_dc() {
  for (std::size_t space = 0; space < kSpaces; ++space) {
    for (const float drive : {0.0f, 18.0f}) {
      Rig rig = plain(space, {{"feedback_pct", 100.0f}, {"drive_db", drive}});
      const Stereo in = both(white(kRate * 4, 0.2f, 9));
      rig.render(in.left.size(), &in);
      const Stereo out = rig.render_unfinished(kRate * 8);
      CHECK(largest(out.left) < 1.0f && largest(out.right) < 1.0f);
      CHECK(std::fabs(mean(out.left)) < 0.002);
    }
  }
}

void dub_sustains_itself_and_tape_dies_away() {
  for (const std::size_t space : {kTape, kDub}) {
    Rig rig = plain(space, {{"feedback_pct", 100.0f}, {"damping_hz", 8000.0f}});
    const Stereo in = both(white(kRate / 2, 0.1f, 4));
    rig.render(in.left.size(), &in);
    rig.render(kRate * 30);
    const double late = rms(rig.render(kRate).left, 0, kRate);
    CHECK(space == kDub ? late > 0.1 : late < 0.05);
  }
}

void crossed_sides_bounce() {
  Rig rig = plain(kTape, {{"cross_pct", 100.0f},
                          {"feedback_pct", 80.0f},
                          {"width_pct", 100.0f},
                          {"density_pct", 100.0f / 7.0f}});
  const Stereo in = click(kRate * 2);
  const Stereo out = rig.render(in.left.size(), &in);
  // With two taps, at the middle of the loop (right) and its end (left): what went in on the left
  // is heard there one pass later.
  const double first = rms(out.right, 0, 24000 + 1200);
  const double second = rms(out.right, 24000 + 1200, 24000);
  CHECK(second > 4.0 * first);
}

void without_width_both_sides_are_one() {
  for (std::size_t space = 0; space < kSpaces; ++space) {
    Rig rig = plain(space, {{"density_pct", 100.0f}, {"bank_pct", 80.0f}, {"width_pct", 0.0f}});
    const Stereo in = {white(kRate, 0.1f, 5), white(kRate, 0.1f, 6)};
    const Stereo out = rig.render(kRate, &in);
    float most = 0.0f;
    for (std::size_t i = 0; i < kRate; ++i) {
      most = std::max(most, std::fabs(out.left[i] - out.right[i]));
    }
    CHECK(most < 1e-5f);
  }
}

void a_tail_outlives_a_change_of_voice_space() {
  for (std::size_t space = 0; space < kSpaces; ++space) {
    Rig rig = plain(kTape, {{"feedback_pct", 80.0f}, {"density_pct", 100.0f}});
    const Stereo in = both(white(kRate, 0.1f, 8));
    rig.render(kRate, &in);
    const double before = rms(rig.render(12000).left, 0, 12000);
    rig->set_voice_space((space + 1) % kSpaces);
    rig.render(4800);
    const double after = rms(rig.render(12000).left, 0, 12000);
    CHECK(to_db(after / before) > -15.0);
  }
}

void taps_keep_their_times_at_every_rate() {
  for (const float rate : {24000.0f, 32000.0f, 44100.0f}) {
    Rig rig = plain(kTape, {}, rate);
    const Stereo in = click(static_cast<std::size_t>(rate));
    const std::vector<float> out = rig.render(in.left.size(), &in).left;
    const double got = static_cast<double>(loudest(out, 0, out.size()));
    close_to(1000.0 * got / static_cast<double>(rate), 500.0, 0.4, kTape, "ms of a loop");
  }
}

}  // namespace

int main() {
  eight_taps_sound_at_their_times();
  density_brings_taps_in_and_never_moves_them();
  a_loop_that_is_too_long_halves_and_stays_in_time();
  repeats_fall_by_the_feedback();
  the_damping_dulls_each_repeat_more();
  each_tap_sounds_its_band();
  reverse_plays_backwards();
  ascent_sounds_an_octave_up_and_the_others_at_pitch();
  tape_bends_where_glass_does_not();
  wow_bends_the_pitch_as_deep_as_it_says();
  hold_keeps_a_sound_for_ever();
  the_strongest_feedback_stays_bounded_and_free_of_dc();
  dub_sustains_itself_and_tape_dies_away();
  crossed_sides_bounce();
  without_width_both_sides_are_one();
  a_tail_outlives_a_change_of_voice_space();
  taps_keep_their_times_at_every_rate();
  return ens_test::result();
}
