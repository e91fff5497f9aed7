// The channel strip against its formulas: equaliser, compressor, saturation, ceiling.
#include "engines/channel_strip.h"

#include "firmware/check.h"
#include "firmware/effects/measure.h"

namespace {

using namespace ens_test;
using Complex = std::complex<double>;

constexpr double kRate = 48000.0;

Rig strip(std::size_t space = 4, float rate = 48000.0f) {
  Rig rig(*ens::find_engine("channel_strip"), rate);
  CHECK(rig->set_voice_space(space));
  CHECK(set_value(rig, "threshold_db", 0.0f) && set_value(rig, "drive_db", 0.0f));
  return rig;
}

// Low enough that nothing bends.
std::vector<float> answer(Rig& rig, std::size_t frames = 32768) {
  rig->reset();
  Stereo in = silence(frames);
  in.left[0] = in.right[0] = 0.001f;
  std::vector<float> out = rig.render(frames, &in).left;
  for (float& sample : out) sample *= 1000.0f;
  return out;
}

// R. Bristow-Johnson's analogue prototypes, read at the frequency the bilinear transform takes hz
// to.
Complex warped(double hz, double centre) {
  return {0.0, std::tan(kPi * hz / kRate) / std::tan(kPi * centre / kRate)};
}
double bell(double hz, double centre, double q, double db) {
  const double a = std::pow(10.0, db / 40.0);
  const Complex s = warped(hz, centre);
  return std::abs((s * s + s * a / q + 1.0) / (s * s + s / (a * q) + 1.0));
}
double low_shelf(double hz, double centre, double q, double db) {
  const double a = std::pow(10.0, db / 40.0);
  const Complex s = warped(hz, centre);
  const Complex w = s * std::sqrt(a) / q;
  return std::abs(a * (s * s + w + a) / (a * s * s + w + 1.0));
}
double high_shelf(double hz, double centre, double q, double db) {
  const double a = std::pow(10.0, db / 40.0);
  const Complex s = warped(hz, centre);
  const Complex w = s * std::sqrt(a) / q;
  return std::abs(a * (a * s * s + w + 1.0) / (s * s + w + a));
}
double high_pass(double hz, double centre) {
  const Complex s = warped(hz, centre);
  return std::abs(s * s / (s * s + s * std::sqrt(2.0) + 1.0));
}
double low_pass(double hz, double centre) {
  const Complex s = warped(hz, centre);
  return std::abs(1.0 / (s * s + s * std::sqrt(2.0) + 1.0));
}

constexpr double kProbesHz[] = {40, 90, 180, 350, 700, 1400, 2800, 5600, 9000, 13000};

// Ratio of the response to the flat strip's, against a formula, in dB.
void follows(Rig& rig, const char* what, const std::function<double(double)>& formula) {
  Rig flat = strip();
  const std::vector<float> reference = answer(flat);
  const std::vector<float> measured = answer(rig);
  for (const double hz : kProbesHz) {
    const double got = to_db(response(measured, hz) / response(reference, hz));
    const double want = to_db(formula(hz));
    if (!CHECK(std::fabs(got - want) < 0.1)) {
      std::printf("%s at %g Hz: %.3f dB, formula %.3f dB\n", what, hz, got, want);
    }
  }
}

void every_band_follows_its_analytic_curve() {
  for (const float db : {-15.0f, -6.0f, 3.0f, 15.0f}) {
    Rig low = strip(), low_mid = strip(), high_mid = strip(), high = strip();
    set_value(low, "low_hz", 120.0f), set_value(low, "low_db", db);
    follows(low, "low shelf", [&](double hz) { return low_shelf(hz, 120.0, 0.7071, db); });
    set_value(low_mid, "low_mid_hz", 700.0f), set_value(low_mid, "low_mid_db", db);
    set_value(low_mid, "low_mid_q", 2.0f);
    follows(low_mid, "low-mid bell", [&](double hz) { return bell(hz, 700.0, 2.0, db); });
    set_value(high_mid, "high_mid_hz", 5600.0f), set_value(high_mid, "high_mid_db", db);
    set_value(high_mid, "high_mid_q", 0.5f);
    follows(high_mid, "high-mid bell", [&](double hz) { return bell(hz, 5600.0, 0.5, db); });
    set_value(high, "high_hz", 6000.0f), set_value(high, "high_db", db);
    follows(high, "high shelf", [&](double hz) { return high_shelf(hz, 6000.0, 0.7071, db); });
  }
}

void filters_follow_their_analytic_curve() {
  Rig high = strip(), low = strip();
  set_value(high, "high_pass_hz", 300.0f);
  follows(high, "high-pass", [](double hz) { return high_pass(hz, 300.0) / high_pass(hz, 20.0); });
  set_value(low, "low_pass_hz", 4000.0f);
  follows(low, "low-pass", [](double hz) { return low_pass(hz, 4000.0) / low_pass(hz, 20000.0); });
}

void at_rest_the_strip_is_flat() {
  for (std::size_t space = 0; space < 5; ++space) {
    Rig rig = strip(space);
    const std::vector<float> out = answer(rig);
    for (const double hz : {100.0, 300.0, 1000.0, 3000.0, 8000.0, 12000.0}) {
      if (!CHECK(std::fabs(to_db(response(out, hz))) < 0.15))
        std::printf("space %zu, %g Hz\n", space, hz);
    }
  }
}

// Gain in dB of a 1 kHz tone of level_db once the compressor has settled.
double settled_gain_db(std::size_t space, float level_db, float threshold_db, float ratio) {
  Rig rig = strip(space);
  set_value(rig, "threshold_db", threshold_db), set_value(rig, "ratio_x", ratio);
  set_value(rig, "attack_ms", 5.0f), set_value(rig, "release_ms", 400.0f);
  const Stereo in = both(tone(72000, 1000.0, std::pow(10.0, level_db / 20.0)));
  const Stereo out = rig.render(72000, &in);
  return to_db(rms(out.left, 62400, 9600) / rms(in.left, 62400, 9600));
}

void the_compressor_has_its_static_curve() {
  for (const float level : {-40.0f, -26.0f, -20.0f, -14.0f, -6.0f}) {
    for (const float ratio : {1.0f, 2.0f, 4.0f, 20.0f}) {
      constexpr double kKnee = 3.0;  // of the Clean desk
      const double over = static_cast<double>(level) + 20.0;
      const double slope = 1.0 / static_cast<double>(ratio) - 1.0;
      const double bent = slope * (over + kKnee / 2) * (over + kKnee / 2) / (2 * kKnee);
      const double want = over < -kKnee / 2 ? 0.0 : over > kKnee / 2 ? slope * over : bent;
      const double got = settled_gain_db(4, level, -20.0f, ratio);
      if (!CHECK(std::fabs(got - want) < 0.35)) {
        std::printf("%g dB at %g:1: %.2f dB, formula %.2f dB\n", static_cast<double>(level),
                    static_cast<double>(ratio), got, want);
      }
    }
  }
}

// Time in which the gain closes 63 % of its way after the level steps at `step`.
double closing_ms(const std::vector<double>& gain_db, std::size_t step, std::size_t end) {
  const double from = gain_db[step - 1];
  const double to = gain_db[end - 1];
  for (std::size_t i = step; i < end; ++i) {
    if (std::fabs(gain_db[i] - from) >= 0.632 * std::fabs(to - from)) {
      return 1000.0 * static_cast<double>(i - step) / kRate;
    }
  }
  return -1.0;
}

// The compressor alone, on a constant key: level steps from −40 to −8 dB and back.
std::vector<double> steps(float attack_ms, float release_ms, float memory) {
  ens::Compressor compressor;
  compressor.reset();
  compressor.set({-20.0f, 4.0f, 0.1f, attack_ms, release_ms, memory, false}, 48000.0f);
  std::vector<double> gain(48000 * 4);
  for (std::size_t i = 0; i < gain.size(); ++i) {
    const float key = i >= 48000 && i < 96000 ? 0.398107f : 0.01f;
    gain[i] = to_db(static_cast<double>(compressor.gain(key, key)));
  }
  return gain;
}

void attack_and_release_take_their_times() {
  for (const float attack : {1.0f, 10.0f, 60.0f}) {
    for (const float release : {50.0f, 200.0f}) {
      const std::vector<double> gain = steps(attack, release, 0.0f);
      CHECK(std::fabs(gain[95999] + 9.0) < 0.01);
      const double up = closing_ms(gain, 48000, 96000);
      const double down = closing_ms(gain, 96000, gain.size());
      if (!CHECK(std::fabs(up / static_cast<double>(attack) - 1.0) < 0.03 &&
                 std::fabs(down / static_cast<double>(release) - 1.0) < 0.03)) {
        std::printf("attack %.2f ms, release %.2f ms\n", up, down);
      }
    }
  }
}

void an_optical_cell_lets_go_in_two_stages() {
  const std::vector<double> plain = steps(10.0f, 100.0f, 0.0f);
  const std::vector<double> optical = steps(10.0f, 100.0f, 0.5f);
  const std::size_t after = 96000 + 24000;  // five release times later
  CHECK(plain[after] > -0.1);
  // Half of the 9 dB held for a second lets go in 500 ms, and is followed in 100 ms: the sum of
  // both.
  const double held = 5.625 * std::exp(-1.0) + 3.375 * std::exp(-5.0);
  if (!CHECK(std::fabs(optical[after] + held) < 0.05)) std::printf("%f\n", optical[after]);
}

void drive_is_the_gain_of_quiet_signals_and_keeps_full_scale() {
  for (const float drive : {0.0f, 6.0f, 12.0f, 24.0f}) {
    Rig quiet = strip(), loud = strip();
    set_value(quiet, "drive_db", drive), set_value(loud, "drive_db", drive);
    const Stereo soft = both(tone(24000, 1000.0, 0.001));
    const Stereo full = both(tone(24000, 1000.0, 0.6));
    const double gain =
        to_db(rms(quiet.render(24000, &soft).left, 9600, 9600) / rms(soft.left, 9600, 9600));
    CHECK(std::fabs(gain - static_cast<double>(drive)) < 0.1);
    CHECK(largest(loud.render(24000, &full).left) <= 1.0f);
  }
}

void saturation_does_not_alias() {
  for (std::size_t space = 0; space < 5; ++space) {
    // Not 1000 Hz: its aliases at this rate would fall on its harmonics.
    for (const double hz : {1007.0, 5000.0}) {
      for (const float drive : {6.0f, 12.0f, 24.0f}) {
        Rig rig = strip(space);
        set_value(rig, "drive_db", drive), set_value(rig, "output_db", -6.0f);
        const Stereo in = both(tone(48000, hz, 0.9));
        const double alias = alias_db(rig.render(48000, &in).left, hz, 20000.0);
        if (!CHECK(alias < -62.0)) {
          std::printf("space %zu, %g Hz, %g dB: %.1f dB\n", space, hz, static_cast<double>(drive),
                      alias);
        }
      }
      // Into the ceiling, which bends without the saturator's antiderivative.
      Rig rig = strip(space);
      set_value(rig, "drive_db", 12.0f), set_value(rig, "output_db", 0.0f);
      const Stereo in = both(tone(48000, hz, 0.5));
      const double bent = alias_db(rig.render(48000, &in).left, hz, 20000.0);
      if (!CHECK(bent < -50.0)) std::printf("space %zu, %g Hz: %.1f dB\n", space, hz, bent);
    }
  }
}

void a_driven_desk_has_its_harmonics_and_no_dc() {
  double even[5], odd[5];
  for (std::size_t space = 0; space < 5; ++space) {
    Rig rig = strip(space);
    set_value(rig, "drive_db", 24.0f);
    const Stereo in = both(tone(96000, 500.0, 0.9));
    const std::vector<float> out = rig.render(96000, &in).left;
    const double base = std::abs(component(out, 48000, 48000, 500.0));
    even[space] = to_db(std::abs(component(out, 48000, 48000, 1000.0)) / base);
    odd[space] = to_db(std::abs(component(out, 48000, 48000, 1500.0)) / base);
    const double dc = mean({out.begin() + 48000, out.end()});
    if (!CHECK(std::fabs(dc) < 1e-3)) std::printf("space %zu: DC %f\n", space, dc);
    CHECK(odd[space] > -20.0);
  }
  CHECK(even[0] < -80.0 && even[4] < -80.0);
  CHECK(even[1] > -30.0 && even[3] > -30.0);
}

void width_and_gain_do_what_they_say() {
  Rig mono = strip(), plain = strip();
  set_value(mono, "width_pct", 0.0f);
  const Stereo in = {tone(24000, 400.0, 0.1), tone(24000, 700.0, 0.1)};
  const Stereo out = mono.render(24000, &in);
  CHECK(out.left == out.right);
  set_value(plain, "input_db", -6.0f), set_value(plain, "output_db", 3.0f);
  const Stereo kept = plain.render(24000, &in);
  CHECK(std::fabs(to_db(rms(kept.left, 9600, 9600) / rms(in.left, 9600, 9600)) + 3.0) < 0.1);
  CHECK(std::abs(component(kept.left, 9600, 9600, 700.0)) < 1e-4);
}

void jumps_do_not_click_while_a_tone_plays() {
  const ens::EngineInfo& info = ens::ChannelStrip::kInfo;
  for (std::size_t space = 0; space < info.voice_spaces.size(); ++space) {
    for (std::size_t slot = 0; slot < info.slots.size(); ++slot) {
      Rig rig(*ens::find_engine("channel_strip"));
      CHECK(rig->set_voice_space(space));
      const Stereo in = both(tone(9600, 200.0, 0.1));
      float rest = 0.0f, jump = 0.0f;
      for (const float at : {0.0f, 1.0f, 0.0f, 0.5f}) {
        rig->set_param(slot, ens::Unit::from_ratio(at));
        const std::vector<float> out = rig.render(9600, &in).left;
        jump = std::max(jump, largest_step({out.begin(), out.begin() + 2400}));
        rest = std::max(rest, largest_step({out.begin() + 4800, out.end()}));
      }
      if (!CHECK(jump < 1.3f * rest + 0.03f)) {
        std::printf("%s, space %zu: %f after %f\n", info.slots[slot].name, space,
                    static_cast<double>(jump), static_cast<double>(rest));
      }
    }
  }
}

void ends_in_silence() {
  for (std::size_t space = 0; space < 5; ++space) {
    Rig rig = strip(space);
    set_value(rig, "drive_db", 24.0f);
    const Stereo in = both(white(9600, 0.3f, 5));
    rig.render(9600, &in);
    rig.render(96000);
    CHECK(largest(rig.render(4800).left) == 0.0f);
  }
}

}  // namespace

int main() {
  every_band_follows_its_analytic_curve();
  filters_follow_their_analytic_curve();
  at_rest_the_strip_is_flat();
  the_compressor_has_its_static_curve();
  attack_and_release_take_their_times();
  an_optical_cell_lets_go_in_two_stages();
  drive_is_the_gain_of_quiet_signals_and_keeps_full_scale();
  saturation_does_not_alias();
  a_driven_desk_has_its_harmonics_and_no_dc();
  width_and_gain_do_what_they_say();
  jumps_do_not_click_while_a_tone_plays();
  ends_in_silence();
  return ens_test::result();
}
