// The reverb against its promises: decay times, density, no ringing, freeze, silence.
#include "engines/space_reverb.h"

#include "firmware/check.h"
#include "firmware/effects/measure.h"

namespace {

using namespace ens_test;

constexpr std::size_t kRooms = 5;

Rig wet(std::size_t room, float rate = 48000.0f) {
  Rig rig(*ens::find_engine("space_reverb"), rate);
  CHECK(rig->set_voice_space(room));
  set_value(rig, "mix_pct", 100.0f), set_value(rig, "predelay_ms", 0.0f);
  set_value(rig, "low_cut_hz", 20.0f), set_value(rig, "high_cut_hz", 20000.0f);
  set_value(rig, "early_db", -40.0f), set_value(rig, "late_db", 0.0f);
  set_value(rig, "treble_x", 1.0f), set_value(rig, "bass_x", 1.0f),
      set_value(rig, "size_pct", 62.5f);
  rig->reset();
  return rig;
}

Stereo click(std::size_t frames) {
  Stereo in = silence(frames);
  in.left[0] = in.right[0] = 0.5f;
  return in;
}

double band_decay_s(const Stereo& answer, double hz, double rate = 48000.0) {
  return decay_s(octave(answer.left, hz, rate), rate);
}

void close_to(double got, double want, double share, std::size_t room, const char* what) {
  if (CHECK(std::fabs(got / want - 1.0) < share)) return;
  std::printf("room %zu, %s: %.3f, declared %.3f\n", room, what, got, want);
}

void decays_in_the_declared_time() {
  for (std::size_t room = 0; room < kRooms; ++room) {
    for (const float seconds : {0.6f, 1.5f, 4.0f}) {
      Rig rig = wet(room);
      set_value(rig, "decay_s", seconds);
      const std::size_t frames = static_cast<std::size_t>(seconds * 48000.0f);
      const Stereo in = click(frames);
      const Stereo out = rig.render(frames, &in);
      for (const double hz : {250.0, 1000.0, 4000.0}) {
        close_to(band_decay_s(out, hz), static_cast<double>(seconds), 0.12, room, "decay");
      }
    }
  }
}

void bass_and_treble_decay_apart() {
  for (std::size_t room = 0; room < kRooms; ++room) {
    Rig rig = wet(room);
    set_value(rig, "decay_s", 1.5f), set_value(rig, "bass_x", 1.5f);
    set_value(rig, "treble_x", 0.3f), set_value(rig, "damping_hz", 2500.0f);
    const Stereo in = click(120000);
    const Stereo out = rig.render(120000, &in);
    close_to(band_decay_s(out, 60.0), 2.25, 0.2, room, "bass");
    close_to(band_decay_s(out, 800.0), 1.5, 0.25, room, "middle");
    close_to(band_decay_s(out, 12000.0), 0.45, 0.3, room, "treble");
  }
}

void decays_as_declared_at_every_rate() {
  for (const float rate : {24000.0f, 32000.0f, 44100.0f, 96000.0f, 192000.0f}) {
    Rig rig = wet(2, rate);
    set_value(rig, "decay_s", 1.0f);
    const Stereo in = click(static_cast<std::size_t>(rate));
    const Stereo out = rig.render(in.left.size(), &in);
    close_to(band_decay_s(out, 1000.0, static_cast<double>(rate)), 1.0, 0.12, 2, "rate");
  }
}

// J. Abel, P. Huang, "A simple, robust measure of reverberation echo density", AES 121 (2006):
// share of samples beyond one standard deviation, against that of Gaussian noise; 1 is dense.
double echo_density(const std::vector<float>& x, std::size_t from, std::size_t count) {
  const double deviation = rms(x, from, count);
  std::size_t beyond = 0;
  for (std::size_t i = from; i < from + count; ++i)
    beyond += std::fabs(x[i]) > static_cast<float>(deviation);
  return static_cast<double>(beyond) / static_cast<double>(count) / std::erfc(1.0 / std::sqrt(2.0));
}

void echoes_grow_dense() {
  for (std::size_t room = 0; room < kRooms; ++room) {
    Rig rig = wet(room);
    set_value(rig, "decay_s", 3.0f), set_value(rig, "size_pct", 100.0f);
    const Stereo in = click(24000);
    const std::vector<float> out = rig.render(24000, &in).left;
    const double soon = echo_density(out, 4800, 960);
    const double later = echo_density(out, 12000, 2400);
    if (!CHECK(soon > 0.75 && later > 0.9))
      std::printf("room %zu: density %.2f, %.2f\n", room, soon, later);
  }
}

// A tail that rings has a few modes far above the others; Gaussian noise of this length has peaks
// some 10.5 dB over the mean of their neighbours, and no correlation with itself.
void the_tail_does_not_ring() {
  for (std::size_t room = 0; room < kRooms; ++room) {
    Rig rig = wet(room);
    set_value(rig, "decay_s", 3.0f), set_value(rig, "size_pct", 100.0f);
    const Stereo in = click(96000);
    std::vector<float> out = rig.render(96000, &in).left;
    for (std::size_t i = 0; i < out.size(); ++i) {  // undo the decay
      out[i] *= std::exp(6.9078f * static_cast<float>(i) / (3.0f * 48000.0f));
    }
    const std::vector<double> power = spectrum(out, 24000, 16);
    double worst = 0.0;
    constexpr std::size_t kNear = 400;  // 290 Hz either side
    double sum = 0.0;
    for (std::size_t k = 0; k < 2 * kNear; ++k) sum += power[k];
    for (std::size_t k = kNear; k + kNear < 16384; ++k) {
      worst = std::max(worst, power[k] * 2 * kNear / sum);
      sum += power[k + kNear] - power[k - kNear];
    }
    const double peak = 10.0 * std::log10(worst);
    if (!CHECK(peak < 13.0)) std::printf("room %zu: a mode stands out by %.1f dB\n", room, peak);
  }
}

void freeze_holds_a_sound_for_ever() {
  for (std::size_t room = 0; room < kRooms; ++room) {
    Rig rig = wet(room);
    set_value(rig, "decay_s", 2.0f);
    const Stereo in = both(white(48000, 0.1f, 3));
    rig.render(48000, &in);
    set_value(rig, "freeze_pct", 100.0f);
    rig.render(48000);
    const std::vector<float> soon = rig.render(24000).left;
    rig.render(48000 * 20);
    const std::vector<float> late = rig.render(24000).left;
    CHECK(std::fabs(to_db(rms(late, 0, 24000) / rms(soon, 0, 24000))) < 0.5);
    // New input is not mixed in.
    rig.render(48000, &in);
    rig.render(4800);
    CHECK(std::fabs(to_db(rms(rig.render(24000).left, 0, 24000) / rms(soon, 0, 24000))) < 0.5);
    set_value(rig, "freeze_pct", 0.0f);
    rig.render(48000 * 6);
    CHECK(largest(rig.render(4800).left) == 0.0f);
  }
}

void the_longest_decay_at_every_setting_stays_bounded() {
  for (std::size_t room = 0; room < kRooms; ++room) {
    Rig rig = wet(room);
    for (std::size_t i = 0; i < ens::SpaceReverb::kSlots.size(); ++i)
      rig->set_param(i, ens::Unit::from_ratio(1.0f));
    rig.set("freeze_pct", 0.0f), rig.set("duck_db", 0.0f);
    const Stereo in = both(white(48000 * 8, 0.2f, 9));
    const Stereo out = rig.render(in.left.size(), &in);
    const double early = rms(out.left, 48000 * 5, 48000);
    const double late = rms(out.left, 48000 * 7, 48000);
    CHECK(late < 1.3 * early);
  }
}

void sides_are_uncorrelated_and_width_joins_them() {
  for (std::size_t room = 0; room < kRooms; ++room) {
    Rig rig = wet(room);
    const Stereo in = both(white(96000, 0.1f, 4));
    const Stereo out = rig.render(96000, &in);
    double product = 0.0;
    for (std::size_t i = 24000; i < 96000; ++i) {
      product += static_cast<double>(out.left[i]) * static_cast<double>(out.right[i]);
    }
    const double correlation =
        product / 72000.0 / rms(out.left, 24000, 72000) / rms(out.right, 24000, 72000);
    if (!CHECK(std::fabs(correlation) < 0.25))
      std::printf("room %zu: correlation %.2f\n", room, correlation);
    set_value(rig, "width_pct", 0.0f);
    rig.render(9600, &in);
    const Stereo joined = rig.render(4800, &in);
    CHECK(joined.left == joined.right);
  }
}

void the_dry_signal_passes_untouched() {
  Rig rig = wet(0);
  set_value(rig, "mix_pct", 0.0f);
  rig->reset();
  const Stereo in = {tone(4800, 440.0, 0.3), tone(4800, 550.0, 0.3)};
  const Stereo out = rig.render(4800, &in);
  float worst = 0.0f;
  for (std::size_t i = 0; i < 4800; ++i)
    worst = std::max(worst, std::fabs(out.left[i] - in.left[i]));
  CHECK(worst < 1e-4f);  // the output slot is within 0.001 dB of 0
}

void the_predelay_is_as_long_as_it_says() {
  for (const float ms : {0.0f, 20.0f, 100.0f}) {
    Rig rig = wet(0);
    set_value(rig, "predelay_ms", ms), set_value(rig, "size_pct", 25.0f);
    rig->reset();
    const Stereo in = click(24000);
    const std::vector<float> out = rig.render(24000, &in).left;
    std::size_t first = 0;
    while (first < out.size() && std::fabs(out[first]) < 1e-5f) ++first;
    const double got = static_cast<double>(first) / 48.0;
    // The shortest line at this size is 1.7 ms; filters pass their first sample at once.
    if (!CHECK(got >= static_cast<double>(ms) && got < static_cast<double>(ms) + 4.0)) {
      std::printf("predelay %g: %.2f ms\n", static_cast<double>(ms), got);
    }
  }
}

void ducking_lowers_the_reverb_while_the_input_sounds() {
  Rig rig = wet(1);
  const Stereo in = both(white(96000, 0.2f, 8));
  const double open = rms(rig.render(96000, &in).left, 48000, 48000);
  set_value(rig, "duck_db", 24.0f);
  const double ducked = rms(rig.render(96000, &in).left, 48000, 48000);
  CHECK(to_db(ducked / open) < -15.0);
  const double after = rms(rig.render(28800).left, 24000, 4800);
  CHECK(after > 0.0);
}

void jumps_do_not_click_while_a_tone_plays() {
  const ens::EngineInfo& info = ens::SpaceReverb::kInfo;
  for (std::size_t room = 0; room < kRooms; ++room) {
    for (std::size_t slot = 0; slot < info.slots.size(); ++slot) {
      Rig rig = wet(room);
      set_value(rig, "decay_s", 2.0f), set_value(rig, "late_db", -12.0f);
      const Stereo in = both(tone(9600, 200.0, 0.1));
      float rest = 0.0f, jump = 0.0f;
      for (const float at : {0.0f, 1.0f, 0.0f, 0.5f}) {
        rig->set_param(slot, ens::Unit::from_ratio(at));
        const std::vector<float> out = rig.render(9600, &in).left;
        jump = std::max(jump, largest_step({out.begin(), out.begin() + 2400}));
        rest = std::max(rest, largest_step({out.begin() + 4800, out.end()}));
      }
      if (!CHECK(jump < 1.5f * rest + 0.01f)) {
        std::printf("%s, room %zu: %f after %f\n", info.slots[slot].name, room,
                    static_cast<double>(jump), static_cast<double>(rest));
      }
    }
  }
}

double level_db(const Stereo& sound, std::size_t from, std::size_t frames) {
  double power = 1e-20;
  for (std::size_t i = from; i < from + frames; ++i) {
    power += std::pow(static_cast<double>(sound.left[i]), 2.0);
  }
  return 10.0 * std::log10(power / static_cast<double>(frames));
}

// A tail goes on in the next room: against one that stays, at most a few dB are lost in the change.
void a_tail_survives_a_change_of_room() {
  for (std::size_t from = 0; from < kRooms; ++from) {
    for (std::size_t to = 0; to < kRooms; ++to) {
      if (to == from) continue;
      const auto later = [&](std::size_t room) {
        Rig rig = wet(from);
        set_value(rig, "decay_s", 6.0f), set_value(rig, "diffusion_pct", 80.0f);
        const Stereo in = both(tone(24000, 330.0, 0.2));
        rig.render(24000, &in);
        CHECK(rig->set_voice_space(room));
        rig.render(1024);  // values are set by the curves of the room in force
        set_value(rig, "decay_s", 6.0f), set_value(rig, "size_pct", 62.5f);
        set_value(rig, "low_cut_hz", 20.0f), set_value(rig, "early_db", -40.0f);
        return level_db(rig.render(19200), 9600, 9600);
      };
      const double lost = later(from) - later(to);
      if (!CHECK(std::fabs(lost) < 9.0)) std::printf("room %zu to %zu: %f dB\n", from, to, lost);
    }
  }
}

}  // namespace

int main() {
  CHECK(sizeof(ens::SpaceReverb) <= 200 * 1024);
  decays_in_the_declared_time();
  bass_and_treble_decay_apart();
  decays_as_declared_at_every_rate();
  echoes_grow_dense();
  the_tail_does_not_ring();
  freeze_holds_a_sound_for_ever();
  the_longest_decay_at_every_setting_stays_bounded();
  sides_are_uncorrelated_and_width_joins_them();
  the_dry_signal_passes_untouched();
  the_predelay_is_as_long_as_it_says();
  ducking_lowers_the_reverb_while_the_input_sounds();
  jumps_do_not_click_while_a_tone_plays();
  a_tail_survives_a_change_of_room();
  return ens_test::result();
}
