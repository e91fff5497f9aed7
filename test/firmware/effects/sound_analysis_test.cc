// The sound analysis against known truth: tones, sung vowels, vibrato, noise, a room, onsets,
// brightness; what is printed is its accuracy table.
#include "engines/sound_analysis.h"

#include <cstring>

#include "firmware/check.h"
#include "firmware/effects/measure.h"

namespace {

using namespace ens_test;
using Curve = std::function<double(double)>;  // Hz at a time in s

enum Field : std::size_t {
  kPitch,
  kAperiodicity,
  kEnergy,
  kAttack,
  kBrightness,
  kHz,
  kDb,
  kBrightHz
};

struct Heard {
  std::vector<double> at_s;
  std::vector<std::vector<float>> fields;
};

Heard listen(const std::vector<float>& x, float rate = 48000.0f) {
  Rig rig(*ens::find_engine("sound_analysis"), rate);
  const ens::EngineInfo& info = rig->info();
  std::vector<float> state(info.state_count());
  Heard heard;
  for (std::size_t i = 0; i + 64 <= x.size(); i += 64) {
    const std::vector<float> part(x.begin() + static_cast<std::ptrdiff_t>(i),
                                  x.begin() + static_cast<std::ptrdiff_t>(i) + 64);
    const Stereo in = both(part);
    CHECK(largest(rig.render(64, &in).left) == 0.0f);
    rig->read_state(state.data());
    heard.at_s.push_back(static_cast<double>(i + 64) / static_cast<double>(rate));
    heard.fields.emplace_back(state.begin() + static_cast<std::ptrdiff_t>(info.slots.size()),
                              state.end());
  }
  return heard;
}

void level_to(std::vector<float>& x, double wanted) {
  const double now = rms(x, 0, x.size());
  for (float& sample : x) sample = static_cast<float>(static_cast<double>(sample) * wanted / now);
}

Curve steady(double hz) {
  return [hz](double) { return hz; };
}

std::vector<float> sine(const Curve& hz, double seconds, double rate) {
  std::vector<float> out(static_cast<std::size_t>(seconds * rate));
  double phase = 0.0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    phase += hz(static_cast<double>(i) / rate) / rate;
    out[i] = static_cast<float>(0.15 * std::sin(2.0 * kPi * phase));
  }
  return out;
}

// Harmonics that fall 6 dB an octave, up to 0.45 of the rate.
std::vector<float> bowed(const Curve& hz, double seconds, double rate) {
  std::vector<float> out(static_cast<std::size_t>(seconds * rate));
  double phase = 0.0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double f = hz(static_cast<double>(i) / rate);
    phase += f / rate;
    double sum = 0.0;
    for (int k = 1; k <= 40 && k * f < 0.45 * rate; ++k) {
      sum += std::sin(2.0 * kPi * k * phase + k * k) / k;
    }
    out[i] = static_cast<float>(sum);
  }
  level_to(out, 0.1);
  return out;
}

// A vowel as D. Klatt makes one (JASA 67(3), 1980): glottal pulses through three formants in a row.
std::vector<float> sung(const Curve& hz, double seconds, double rate, const double (&formants)[3]) {
  std::vector<float> out(static_cast<std::size_t>(seconds * rate));
  double phase = 0.0, glottis = 0.0, state[3][2] = {};
  for (std::size_t i = 0; i < out.size(); ++i) {
    phase += hz(static_cast<double>(i) / rate) / rate;
    double pulse = 0.0;
    if (phase >= 1.0) {
      phase -= 1.0;
      pulse = 1.0;
    }
    glottis = pulse + 0.95 * glottis;
    double x = glottis - 0.02;
    for (int k = 0; k < 3; ++k) {
      const double r = std::exp(-kPi * (70.0 + 25.0 * k) / rate);
      const double y = x + 2.0 * r * std::cos(2.0 * kPi * formants[k] / rate) * state[k][0] -
                       r * r * state[k][1];
      state[k][1] = state[k][0];
      state[k][0] = y;
      x = y * (1.0 - r);
    }
    out[i] = static_cast<float>(x);
  }
  level_to(out, 0.1);
  return out;
}

constexpr double kAh[3] = {700, 1220, 2600}, kEe[3] = {300, 2300, 3000}, kOo[3] = {320, 800, 2300};

// Noise and hum of a cheap microphone in a room, `snr_db` under the signal.
void record(std::vector<float>& x, double snr_db, double rate) {
  const std::vector<float> noise =
      white(x.size(), static_cast<float>(0.1 * std::pow(10.0, -snr_db / 20.0)), 77);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double hum = 0.002 * std::sin(2.0 * kPi * 50.0 * static_cast<double>(i) / rate);
    x[i] += noise[i] + static_cast<float>(hum);
  }
}

std::vector<float> in_a_room(const std::vector<float>& x, float wet_pct) {
  Rig rig(*ens::find_engine("space_reverb"));
  set_value(rig, "mix_pct", wet_pct), set_value(rig, "decay_s", 0.6f),
      set_value(rig, "size_pct", 40.0f);
  const Stereo in = both(x);
  return rig.render(x.size(), &in).left;
}

struct Score {
  double median_cents, p95_cents, gross, aperiodicity;
};

// Against the pitch `latency` ago; the first quarter second is not counted.
Score score(const std::vector<float>& x, const Curve& hz, double rate = 48000.0) {
  constexpr double kLatency = 0.036;
  const Heard heard = listen(x, static_cast<float>(rate));
  std::vector<double> cents;
  double aperiodicity = 0.0;
  std::size_t gross = 0;
  for (std::size_t i = 0; i < heard.at_s.size(); ++i) {
    if (heard.at_s[i] < 0.25) continue;
    const double want = hz(heard.at_s[i] - kLatency);
    const double got = static_cast<double>(heard.fields[i][kHz]);
    cents.push_back(got > 0.0 ? std::fabs(1200.0 * std::log2(got / want)) : 9999.0);
    gross += cents.back() > 50.0;
    aperiodicity += static_cast<double>(heard.fields[i][kAperiodicity]);
  }
  const double count = static_cast<double>(cents.size());
  std::sort(cents.begin(), cents.end());
  return {cents[cents.size() / 2], cents[cents.size() * 95 / 100],
          static_cast<double>(gross) / count, aperiodicity / count};
}

void within(const char* what, const Score& got, double median, double p95, double gross) {
  std::printf("%-28s median %6.2f ct   95 %% %6.2f ct   gross %5.2f %%   aperiodicity %.2f\n", what,
              got.median_cents, got.p95_cents, 100.0 * got.gross, got.aperiodicity);
  CHECK(got.median_cents <= median);
  CHECK(got.p95_cents <= p95);
  CHECK(got.gross <= gross);
}

void steady_tones() {
  char name[64];
  for (const double hz : {41.5, 55.0, 82.41, 146.83, 261.63, 523.25, 987.77, 1975.53}) {
    std::snprintf(name, sizeof name, "sine %.2f Hz", hz);
    within(name, score(sine(steady(hz), 1.0, 48000), steady(hz)), 0.5, 1.0, 0.0);
    std::snprintf(name, sizeof name, "bowed %.2f Hz", hz);
    // Six samples a period at the top: harmonics reach into the decimator's slope.
    const double slack = hz > 1500.0 ? 2.0 : 1.0;
    within(name, score(bowed(steady(hz), 1.0, 48000), steady(hz)), 3.0 * slack, 4.0 * slack, 0.0);
  }
}

void voices() {
  char name[64];
  for (const double hz : {98.0, 220.0, 440.0}) {
    for (const auto* vowel : {&kAh, &kEe, &kOo}) {
      std::snprintf(name, sizeof name, "vowel F1 %.0f, %.0f Hz", (*vowel)[0], hz);
      within(name, score(sung(steady(hz), 1.0, 48000, *vowel), steady(hz)), 1.5, 3.0, 0.0);
    }
  }
}

void noise_and_rooms() {
  char name[64];
  for (const double snr : {20.0, 10.0, 6.0, 0.0}) {
    for (const double hz : {110.0, 330.0}) {
      std::vector<float> x = sung(steady(hz), 1.5, 48000, kAh);
      record(x, snr, 48000);
      std::snprintf(name, sizeof name, "vowel %.0f Hz, SNR %.0f dB", hz, snr);
      within(name, score(x, steady(hz)), 5.0, snr < 3.0 ? 20.0 : 12.0, 0.02);
    }
  }
  for (const double hz : {130.0, 392.0}) {
    std::vector<float> x = in_a_room(sung(steady(hz), 1.5, 48000, kAh), 30.0f);
    record(x, 30.0, 48000);
    std::snprintf(name, sizeof name, "vowel %.0f Hz in a room", hz);
    within(name, score(x, steady(hz)), 4.0, 12.0, 0.01);
  }
}

void moving_pitch() {
  const Curve vibrato = [](double t) {
    return 220.0 * std::pow(2.0, 0.5 / 12.0 * std::sin(2.0 * kPi * 6.0 * t));
  };
  within("vibrato 6 Hz, ±50 ct", score(sung(vibrato, 2.0, 48000, kAh), vibrato), 8.0, 20.0, 0.0);
  const Curve glide = [](double t) { return 110.0 * std::pow(2.0, t); };
  within("glide of an octave a second", score(bowed(glide, 2.0, 48000), glide), 15.0, 25.0, 0.0);
  const Curve scale = [](double t) {
    return 220.0 * std::pow(2.0, std::floor(t * 3.0) * 2.0 / 12.0);
  };
  std::vector<float> x = in_a_room(sung(scale, 2.0, 48000, kOo), 15.0f);
  record(x, 30.0, 48000);
  within("scale in a room", score(x, scale), 4.0, 400.0, 0.12);
}

void rates() {
  char name[64];
  for (const double rate : {16000.0, 24000.0, 32000.0, 44100.0, 96000.0, 192000.0}) {
    std::snprintf(name, sizeof name, "vowel 196 Hz at %.0f Hz", rate);
    within(name, score(sung(steady(196.0), 1.0, rate, kAh), steady(196.0), rate), 2.0, 4.0, 0.0);
  }
}

void aperiodicity_rises_with_noise() {
  double before = -1.0;
  for (const double snr : {40.0, 20.0, 10.0, 3.0, -3.0, -40.0}) {
    std::vector<float> x = bowed(steady(150.0), 1.5, 48000);
    record(x, snr, 48000);
    const double now = score(x, steady(150.0)).aperiodicity;
    CHECK(now > before);
    before = now;
  }
  CHECK(before > 0.85);
  CHECK(score(sine(steady(300.0), 1.0, 48000), steady(300.0)).aperiodicity < 0.05);
  // The share of power that does not repeat, as an amplitude: within the tracker's band white noise
  // of rms n beside a tone of rms s reads sqrt(n² / (s² + n²)).
  std::vector<float> x = sine(steady(200.0), 2.0, 12000);
  const std::vector<float> noise = white(x.size(), 0.05f, 3);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += noise[i];
  const double signal = 0.15 * 0.15 / 2.0;
  const double want = std::sqrt(0.0025 / (signal + 0.0025));
  CHECK(std::fabs(score(x, steady(200.0), 12000).aperiodicity - want) < 0.05);
}

void noise_has_no_pitch_and_silence_keeps_the_last() {
  const Heard noise = listen(white(48000, 0.1f, 12));
  std::size_t pitched = 0;
  for (const auto& fields : noise.fields) pitched += fields[kHz] > 0.0f;
  CHECK(pitched == 0);
  std::vector<float> x = sine(steady(330.0), 1.0, 48000);
  x.resize(96000);
  const Heard heard = listen(x);
  CHECK(std::fabs(heard.fields.back()[kHz] - 330.0f) < 1.0f);
  CHECK(heard.fields.back()[kEnergy] == 0.0f && heard.fields.back()[kAperiodicity] == 1.0f);
  // Middle of the octaves between 41.2 and 2093 Hz.
  const Heard middle = listen(sine(steady(293.66), 1.0, 48000));
  CHECK(std::fabs(middle.fields.back()[kPitch] - 0.5f) < 0.001f);
}

void energy_is_linear_in_decibels() {
  for (const double db : {-50.0, -30.0, -12.0, 0.0}) {
    const Heard heard = listen(tone(24000, 500.0, std::pow(10.0, db / 20.0)));
    CHECK(std::fabs(static_cast<double>(heard.fields.back()[kDb]) - db) < 0.3);
    CHECK(std::fabs(static_cast<double>(heard.fields.back()[kEnergy]) - (1.0 + db / 60.0)) < 0.01);
  }
}

void brightness_is_the_rms_frequency() {
  for (const double hz : {150.0, 1000.0, 4000.0, 9000.0}) {
    const Heard heard = listen(tone(24000, hz, 0.2));
    const double got = static_cast<double>(heard.fields.back()[kBrightHz]);
    if (!CHECK(std::fabs(got / hz - 1.0) < 0.03)) std::printf("%g Hz reads %g\n", hz, got);
  }
  // Two tones of equal power: the root of the mean square.
  std::vector<float> x = tone(24000, 600.0, 0.2);
  const std::vector<float> y = tone(24000, 1800.0, 0.2);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += y[i];
  const double want = std::sqrt((600.0 * 600.0 + 1800.0 * 1800.0) / 2.0);
  CHECK(std::fabs(static_cast<double>(listen(x).fields.back()[kBrightHz]) / want - 1.0) < 0.03);
  const Heard middle = listen(tone(24000, 1000.0, 0.2));
  CHECK(std::fabs(middle.fields.back()[kBrightness] - 0.5f) < 0.01f);
}

void attacks_are_heard_soon_and_once() {
  for (const double hz : {110.0, 440.0}) {
    for (const double rise_ms : {1.0, 10.0, 40.0, 300.0}) {
      std::vector<float> x = bowed(steady(hz), 2.0, 48000);
      for (std::size_t i = 0; i < x.size(); ++i) {
        const double t = (static_cast<double>(i) / 48.0 - 500.0) / rise_ms;
        x[i] *= static_cast<float>(std::clamp(t, 0.0, 1.0));
      }
      record(x, 55.0, 48000);
      const Heard heard = listen(x);
      double most = 0.0, first_ms = -1.0, steady_most = 0.0;
      for (std::size_t i = 0; i < heard.at_s.size(); ++i) {
        const double attack = static_cast<double>(heard.fields[i][kAttack]);
        most = std::max(most, attack);
        if (first_ms < 0.0 && attack > 0.5) first_ms = 1000.0 * heard.at_s[i] - 500.0;
        if (heard.at_s[i] > 1.4) steady_most = std::max(steady_most, attack);
      }
      std::printf("attack of %3.0f ms at %3.0f Hz: %.2f, over one half after %.1f ms\n", rise_ms,
                  hz, most, first_ms);
      CHECK(steady_most < 0.05);
      if (rise_ms <= 10.0) CHECK(most > 0.8 && first_ms >= 0.0 && first_ms < 15.0);
      if (rise_ms >= 300.0) CHECK(most < 0.5);
    }
  }
}

// Controllers: every slot's number once at the start, later only what changes, never two a tick.
void controllers_are_sent_when_they_change() {
  Rig rig(*ens::find_engine("sound_analysis"));
  const auto events = [&](std::size_t ticks) {
    std::vector<ens::MidiEvent> out;
    for (std::size_t i = 0; i < ticks; ++i) {
      rig.render(64);
      ens::MidiEvent event;
      std::size_t now = 0;
      while (rig->next_event(&event)) {
        out.push_back(event);
        ++now;
      }
      CHECK(now <= 1);
    }
    return out;
  };
  const std::vector<ens::MidiEvent> first = events(100);
  CHECK_EQUAL(first.size(), ens::SoundAnalysis::kSlots.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    CHECK_EQUAL(first[i].status, 0xb0);
    CHECK_EQUAL(first[i].data1, ens::SoundAnalysis::kSlots.traits[i].number);
    CHECK(first[i].data2 <= 127);
  }
  CHECK(events(200).empty());
  rig.set("mod_wheel", 1.0f);
  const std::vector<ens::MidiEvent> moved = events(200);
  CHECK(!moved.empty() && moved.back().data1 == 1 && moved.back().data2 == 127);
  for (std::size_t i = 1; i < moved.size(); ++i) CHECK(moved[i].data2 > moved[i - 1].data2);
  // A value that trembles by less than a step says nothing.
  rig.set("mod_wheel", 0.5f);
  events(200);
  std::size_t chatter = 0;
  for (int i = 0; i < 50; ++i) {
    rig.set("mod_wheel", i % 2 == 0 ? 0.5f : 0.502f);
    chatter += events(8).size();
  }
  CHECK(chatter <= 1);
}

void hears_on_after_a_hostile_input() {
  std::vector<float> x(24000, NAN);
  for (std::size_t i = 0; i < x.size(); i += 3) x[i] = i % 2 == 0 ? INFINITY : 1e-42f;
  const std::vector<float> good = sine(steady(440.0), 1.0, 48000);
  x.insert(x.end(), good.begin(), good.end());
  const Heard heard = listen(x);
  for (const auto& fields : heard.fields) {
    for (std::size_t i = 0; i < 5; ++i) CHECK(fields[i] >= 0.0f && fields[i] <= 1.0f);
  }
  CHECK(std::fabs(heard.fields.back()[kHz] - 440.0f) < 1.0f);
}

}  // namespace

int main() {
  steady_tones();
  voices();
  noise_and_rooms();
  moving_pitch();
  rates();
  aperiodicity_rises_with_noise();
  noise_has_no_pitch_and_silence_keeps_the_last();
  energy_is_linear_in_decibels();
  brightness_is_the_rms_frequency();
  attacks_are_heard_soon_and_once();
  controllers_are_sent_when_they_change();
  hears_on_after_a_hostile_input();
  return ens_test::result();
}
