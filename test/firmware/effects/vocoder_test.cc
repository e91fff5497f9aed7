// The vocoder against its promises: bands, levels, pitches, consonants, times, freeze, sides.
#include "engines/vocoder.h"

#include <initializer_list>
#include <utility>

#include "firmware/check.h"
#include "firmware/effects/measure.h"

namespace {

using namespace ens_test;

enum Space : std::size_t { kRobot, kChoir, kWhisper, kGlass, kMirror, kSpaces };
using Settings = std::initializer_list<std::pair<const char*, float>>;

constexpr std::size_t kRate = 48000;

// Every band as it is, of a carrier without movement, in the middle.
Rig plain(std::size_t space, Settings settings = {}, float rate = 48000.0f) {
  Rig rig(*ens::find_engine("vocoder"), rate);
  CHECK(rig->set_voice_space(space));
  for (const auto& [name, value] :
       Settings{{"pitch_hz", 110.0f},          {"interval_2_st", 0.0f}, {"interval_3_st", 0.0f},
                {"follow_pct", 0.0f},          {"glide_ms", 1.0f},      {"detune_cents", 0.0f},
                {"vibrato_depth_cents", 0.0f}, {"noise_pct", 0.0f},     {"unvoiced_pct", 0.0f},
                {"sibilance_pct", 0.0f},       {"attack_ms", 4.0f},     {"release_ms", 40.0f},
                {"gate_db", -80.0f},           {"freeze_pct", 0.0f},    {"formant_st", 0.0f},
                {"resonance_x", 1.0f},         {"contrast_pct", 0.0f},  {"tilt_db", 0.0f},
                {"spread_pct", 0.0f},          {"mix_pct", 100.0f},     {"output_db", 0.0f}}) {
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

// Pulses through three formants: an "ah".
std::vector<float> vowel(std::size_t frames, double hz, double level) {
  std::vector<float> out(frames);
  for (double k = 1.0; k * hz < 8000.0; k += 1.0) {
    double strength = 0.0;
    for (const auto& [formant, height] : {std::pair{700.0, 1.0}, {1150.0, 0.6}, {2600.0, 0.3}}) {
      const double away = (k * hz - formant) / 120.0;
      strength += height / (1.0 + away * away);
    }
    ens_test::Turning phase(2.0 * kPi * k * hz / kRate);
    for (float& sample : out) {
      sample += static_cast<float>(level * strength * phase.next().imag());
    }
  }
  return out;
}

// Power between two frequencies.
double power_of(const std::vector<float>& x, std::size_t from, double low_hz, double high_hz) {
  constexpr unsigned kBits = 14;
  const std::vector<double> power = spectrum(x, from, kBits);
  const double bin = static_cast<double>(kRate) / static_cast<double>(1u << kBits);
  double sum = 1e-20;
  for (std::size_t k = 1; k < power.size(); ++k) {
    const double hz = static_cast<double>(k) * bin;
    if (hz >= low_hz && hz < high_hz) sum += power[k];
  }
  return sum;
}

void a_band_of_the_voice_is_a_band_of_the_sound() {
  for (const double hz : {200.0, 450.0, 1000.0, 2300.0, 5000.0}) {
    for (const float formant_st : {-12.0f, 0.0f, 7.0f}) {
      Rig rig = plain(kRobot, {{"noise_pct", 100.0f}, {"formant_st", formant_st}});
      const Stereo in = both(tone(kRate * 2, hz, 0.2));
      const std::vector<float> out = rig.render(kRate * 2, &in).left;
      const double at = hz * std::exp2(static_cast<double>(formant_st) / 12.0);
      const double inside = power_of(out, kRate, at * 0.7, at * 1.43);
      const double outside =
          power_of(out, kRate, 40.0, at * 0.35) + power_of(out, kRate, at * 2.8, 20000.0);
      if (!CHECK(10.0 * std::log10(inside / outside) > 12.0)) {
        std::printf("%g Hz to %g Hz: %g dB\n", hz, at, 10.0 * std::log10(inside / outside));
      }
    }
  }
}

void mirror_turns_the_spectrum_upside_down() {
  for (const double hz : {150.0, 6000.0}) {
    Rig rig = plain(kMirror, {{"noise_pct", 100.0f}});
    const Stereo in = both(tone(kRate * 2, hz, 0.2));
    const std::vector<float> out = rig.render(kRate * 2, &in).left;
    const double low = power_of(out, kRate, 60.0, 1000.0);
    const double high = power_of(out, kRate, 1000.0, 16000.0);
    CHECK(hz < 1000.0 ? high > 10.0 * low : low > 10.0 * high);
  }
}

// The sound is as loud as the voice, whatever carries it.
void the_level_is_that_of_the_voice() {
  for (const float level : {0.02f, 0.06f, 0.2f}) {
    for (const float hz : {55.0f, 110.0f, 330.0f}) {
      for (const float noise_pct : {0.0f, 100.0f}) {
        Rig rig = plain(kRobot, {{"pitch_hz", hz}, {"noise_pct", noise_pct}});
        const Stereo in = both(vowel(kRate * 2, 140.0, static_cast<double>(level)));
        const std::vector<float> out = rig.render(kRate * 2, &in).left;
        const double db = to_db(rms(out, kRate, kRate) / rms(in.left, kRate, kRate));
        close_to(db, 0.0, 4.0, kRobot, "dB of a vowel");
      }
    }
  }
}

// Of a partial near hz, from how its phase turns in a second.
double partial_hz(const std::vector<float>& x, double hz) {
  const std::size_t apart = kRate / 8;
  const std::complex<double> one = component(x, 0, kRate / 2, hz);
  const std::complex<double> other = component(x, apart, kRate / 2, hz);
  const double expected = hz * static_cast<double>(apart) / static_cast<double>(kRate);
  const double turned = std::arg(other / one) / (2.0 * kPi) - expected;
  const double off = turned - std::round(turned);
  return hz + off * static_cast<double>(kRate) / static_cast<double>(apart);
}

void keys_sound_at_their_pitch() {
  for (const int key : {36, 48, 57, 69, 76, 84}) {
    for (const std::size_t space : {kRobot, kGlass}) {
      Rig rig = plain(space, {{"freeze_pct", 100.0f}});
      rig->note_on(static_cast<std::uint8_t>(key), ens::Unit::from_ratio(1.0f));
      rig.render(kRate * 2);
      const std::vector<float> out = rig.render(kRate).left;
      const double wanted = static_cast<double>(ens::hz_of_key(static_cast<float>(key)));
      // The first odd partial above 300 Hz, where the vowel is strong.
      double nth = 1.0;
      while (nth * wanted < 300.0) nth += 2.0;
      CHECK(std::abs(component(out, 0, kRate / 2, nth * wanted)) > 0.001);
      const double got = partial_hz(out, nth * wanted) / nth;
      close_to(1200.0 * std::log2(got / wanted), 0.0, 0.5, space, "cents of a key");
    }
  }
}

void a_chord_sounds_until_keys_do_and_keys_end() {
  constexpr std::uint8_t kKeys[] = {62, 65, 69};
  Rig rig =
      plain(kRobot, {{"pitch_hz", 200.0f}, {"interval_2_st", 7.0f}, {"interval_3_st", 24.0f}});
  const Stereo in = both(white(kRate, 0.1f, 4));
  const auto has = [&](const std::vector<float>& x, double hz) {
    return std::abs(component(x, kRate / 2, kRate / 2, hz)) > 0.002;
  };
  const std::vector<float> chord = rig.render(kRate, &in).left;
  CHECK(has(chord, 200.0) && has(chord, 299.66) && has(chord, 800.0));
  CHECK(!has(chord, 1000.0 / 3.0));
  for (const std::uint8_t key : kKeys) rig->note_on(key, ens::Unit::from_ratio(1.0f));
  rig.render(kRate, &in);
  const std::vector<float> keys = rig.render(kRate, &in).left;
  CHECK(has(keys, 293.66) && has(keys, 349.23) && has(keys, 440.0));
  CHECK(!has(keys, 200.0));
  for (const std::uint8_t key : kKeys) rig->note_off(key);
  rig.render(kRate / 2, &in);
  CHECK(largest(rig.render(kRate / 2, &in).left) < 0.001f);
}

float live(Rig& rig, std::size_t field) {
  std::vector<float> state(rig->info().state_count());
  rig->read_state(state.data());
  return state[rig->info().slots.size() + field];
}

void the_pitch_of_the_voice_is_followed() {
  for (const float rate : {32000.0f, 44100.0f, 48000.0f}) {
    for (const double hz : {85.0, 130.0, 210.0, 330.0, 440.0}) {
      Rig rig = plain(kRobot, {{"follow_pct", 100.0f}}, rate);
      const Stereo in = both(vowel(kRate * 2, hz, 0.1));
      rig.render(kRate, &in);
      const double heard = hz * static_cast<double>(rate) / kRate;
      if (heard < 72.0) continue;
      close_to(static_cast<double>(live(rig, 1)) / heard, 1.0, 0.005, kRobot, "share of the pitch");
      if (rate != 48000.0f) continue;
      const std::vector<float> out = rig.render(kRate, &in).left;
      double nth = 1.0;
      while (nth * hz < 500.0) nth += 1.0;
      const double between = std::abs(component(out, kRate / 4, kRate / 2, (nth + 0.5) * hz));
      CHECK(std::abs(component(out, kRate / 4, kRate / 2, nth * hz)) > 4.0 * between);
    }
  }
}

void consonants_turn_the_carrier_to_noise() {
  Rig rig = plain(kRobot, {{"unvoiced_pct", 100.0f}});
  const Stereo voiced = both(vowel(kRate, 120.0, 0.1));
  rig.render(kRate, &voiced);
  CHECK(live(rig, 2) < 0.05f);
  Stereo hissing = both(white(kRate, 0.1f, 5));
  for (std::size_t i = kRate - 1; i > 1; --i) {
    hissing.left[i] = hissing.right[i] =
        0.25f * (hissing.left[i] - 2.0f * hissing.left[i - 1] + hissing.left[i - 2]);
  }
  const std::vector<float> out = rig.render(kRate, &hissing).left;
  CHECK(live(rig, 2) > 0.95f);
  // Noise has no lines: what is at a multiple of the pitch is as strong as what lies between.
  double on = 0.0, off = 0.0;
  for (double nth = 40.0; nth < 70.0; nth += 1.0) {
    on += std::norm(component(out, kRate / 2, kRate / 2, nth * 110.0));
    off += std::norm(component(out, kRate / 2, kRate / 2, (nth + 0.5) * 110.0));
  }
  CHECK(on < 3.0 * off);
}

void bands_fall_in_the_time_of_the_release() {
  for (const float ms : {40.0f, 200.0f, 1000.0f}) {
    Rig rig = plain(kRobot, {{"release_ms", ms}, {"noise_pct", 100.0f}});
    const Stereo in = both(white(kRate, 0.1f, 6));
    rig.render(kRate, &in);
    const std::vector<float> out = rig.render(kRate * 4).left;
    // From a half of the time on, for twice the time: 8.7 dB each.
    const auto from = static_cast<std::size_t>(24.0f * ms + 1500.0f);
    const auto part = static_cast<std::size_t>(24.0f * ms);
    const auto later = static_cast<std::size_t>(96.0f * ms);
    const double fell = to_db(rms(out, from, part) / rms(out, from + later, part));
    close_to(fell, 17.37, 1.8, kRobot, "dB in twice the release");
  }
}

void frozen_it_sings_one_vowel_for_ever_and_hears_nothing() {
  for (std::size_t space = 0; space < kSpaces; ++space) {
    Rig rig = plain(space);
    const Stereo in = both(vowel(kRate, 130.0, 0.1));
    rig.render(kRate, &in);
    set_value(rig, "freeze_pct", 100.0f);
    rig.render(kRate);
    const double soon = rms(rig.render(kRate).left, 0, kRate);
    CHECK(soon > 0.001);
    const Stereo other = both(white(kRate * 5, 0.3f, 7));
    rig.render(kRate * 5, &other);
    for (int second = 0; second < 20; ++second) rig.render(kRate);
    const double late = rms(rig.render(kRate).left, 0, kRate);
    close_to(to_db(late / soon), 0.0, 0.7, space, "dB of a vowel after 25 s");
    // And one of its own where it heard none.
    Rig fresh = plain(space, {{"freeze_pct", 100.0f}});
    fresh.render(kRate);
    CHECK(rms(fresh.render(kRate).left, 0, kRate) > 0.003);
  }
}

void the_gate_shuts_out_what_is_soft() {
  for (const float gate_db : {-70.0f, -40.0f}) {
    Rig rig = plain(kRobot, {{"gate_db", gate_db}, {"sibilance_pct", 100.0f}});
    const Stereo in = both(white(kRate * 2, 0.003f, 8));  // −50 dB
    const std::vector<float> out = rig.render(kRate * 2, &in).left;
    const double level = to_db(rms(out, kRate, kRate));
    CHECK(gate_db < -50.0f ? level > -60.0 : level < -110.0);
  }
}

void high_keys_have_no_aliases() {
  for (const std::size_t space : {kRobot, kGlass}) {
    Rig rig = plain(space, {{"freeze_pct", 100.0f}, {"tilt_db", 12.0f}});
    rig->note_on(96, ens::Unit::from_ratio(1.0f));
    rig.render(kRate * 2);
    const std::vector<float> out = rig.render(kRate).left;
    const double db = alias_db(out, static_cast<double>(ens::hz_of_key(96.0f)), 20000.0);
    if (!CHECK(db < -66.0)) std::printf("voice space %zu: aliases at %.1f dB\n", space, db);
  }
}

void without_spread_both_sides_are_one() {
  for (std::size_t space = 0; space < kSpaces; ++space) {
    for (const float spread_pct : {0.0f, 100.0f}) {
      Rig rig = plain(space, {{"spread_pct", spread_pct}, {"noise_pct", 50.0f}});
      const Stereo in = both(white(kRate, 0.1f, 5));
      const Stereo out = rig.render(kRate, &in);
      float most = 0.0f;
      for (std::size_t i = 0; i < out.left.size(); ++i) {
        most = std::max(most, std::fabs(out.left[i] - out.right[i]));
      }
      CHECK(spread_pct > 0.0f ? most > 0.05f : most == 0.0f);
    }
  }
}

void bands_are_the_same_at_every_rate() {
  for (const float rate : {24000.0f, 32000.0f, 44100.0f}) {
    Rig rig = plain(kRobot, {{"noise_pct", 100.0f}}, rate);
    const Stereo in = both(tone(kRate, 1000.0, 0.2, static_cast<double>(rate)));
    const std::vector<float> out = rig.render(kRate, &in).left;
    const double scale = kRate / static_cast<double>(rate);
    CHECK(power_of(out, kRate / 2, 700.0 * scale, 1430.0 * scale) >
          10.0 * power_of(out, kRate / 2, 2800.0 * scale, 20000.0));
  }
}

}  // namespace

int main() {
  a_band_of_the_voice_is_a_band_of_the_sound();
  mirror_turns_the_spectrum_upside_down();
  the_level_is_that_of_the_voice();
  keys_sound_at_their_pitch();
  a_chord_sounds_until_keys_do_and_keys_end();
  the_pitch_of_the_voice_is_followed();
  consonants_turn_the_carrier_to_noise();
  bands_fall_in_the_time_of_the_release();
  frozen_it_sings_one_vowel_for_ever_and_hears_nothing();
  the_gate_shuts_out_what_is_soft();
  high_keys_have_no_aliases();
  without_spread_both_sides_are_one();
  bands_are_the_same_at_every_rate();
  return ens_test::result();
}
