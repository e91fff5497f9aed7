// A MIDI clock leads: its tempo, whatever jitters, and its beats.
#include <cmath>
#include <random>

#include "engines/polyrhythm.h"
#include "firmware/check.h"
#include "firmware/instrument/player.h"
#include "instrument/midi_clock.h"

using ens_test::Mode;
using ens_test::Player;

namespace {

void expect(bool holds, const char* what) {
  ens_test::note(holds, __FILE__, __LINE__, what);
}

constexpr double kTicksPerSecond = 750.0;  // 48 kHz, 64 frames
constexpr double kSecondsPerMinute = 60.0;

// Ticks from one pulse to the next.
double spacing(double bpm) {
  return kTicksPerSecond * kSecondsPerMinute / ens::MidiClock::kPulses / bpm;
}

void the_tempo_is_measured_in_spite_of_jitter() {
  for (const double bpm : {30.0, 66.0, 120.0, 174.0, 300.0}) {
    ens::MidiClock clock;
    clock.prepare(static_cast<float>(kTicksPerSecond));
    std::mt19937 random(3);
    std::uniform_real_distribution<double> late(0.0, 1.5);
    double at = 4'294'967'000.0;  // just before the counter wraps around
    std::uint32_t now = 0;
    for (int pulse = 0; pulse < 200; ++pulse) {
      at += spacing(bpm);
      now = static_cast<std::uint32_t>(static_cast<std::uint64_t>(at + late(random)));
      clock.pulse(now);
      if (pulse < 24) CHECK_EQUAL(clock.bpm(now), 0.0f);
    }
    const double error = std::fabs(static_cast<double>(clock.bpm(now)) - bpm) / bpm;
    expect(error < 2.5 / (4 * 24 * spacing(bpm)), "within the jitter over four quarter notes");
    CHECK_EQUAL(clock.bpm(now + 400), 0.0f);
  }
}

struct Band {
  explicit Band(const char* engine)
      : player(Mode{engine, {"joy_x"}, ens_test::all_slots(engine)}), engine_(engine) {
    if (engine_ != "polyrhythm") return;
    // Sixteen steps of the bass in two quarter notes.
    for (const std::size_t slot : {ens::Polyrhythm::kBassSteps, ens::Polyrhythm::kBassRate}) {
      ens_set_param(*player, static_cast<std::uint32_t>(slot), ens::Unit::kOne);
    }
  }

  float state(const std::string& name) {
    const std::uint32_t engine = ens_test::engine_index(engine_);
    std::vector<float> values(ens_engine_state_count(engine));
    ens_read_state(*player, values.data());
    for (std::uint32_t i = 0; i < values.size(); ++i) {
      if (name == ens_engine_state_name(engine, i)) return values[i];
    }
    expect(false, "the field is there");
    return 0.0f;
  }
  float tempo() { return state("tempo_bpm"); }

  // Plays with a clock, or without one at 0. Ticks on which the engine began a quarter note are in
  // `beats`, those on which the clock did in `clock_beats`.
  float run(double bpm, double seconds) {
    const double end = tick + seconds * kTicksPerSecond;
    if (next < tick) next = tick;
    for (; tick < end; ++tick) {
      for (; bpm > 0 && next <= tick; next += spacing(bpm)) {
        if (pulses++ % ens::MidiClock::kPulses == 0) clock_beats.push_back(tick);
        ens_midi_in(*player, 0xf8, 0, 0);
      }
      player.play(64);
      const int quarter = engine_ == "drum_sequencer" ? 4 : engine_ == "polyrhythm" ? 8 : 0;
      if (quarter == 0) continue;
      const int step = static_cast<int>(state(quarter == 4 ? "step" : "bass_step"));
      if (step != step_ && step % quarter == 0) beats.push_back(tick);
      step_ = step;
    }
    return tempo();
  }
  void start() {
    ens_midi_in(*player, 0xfa, 0, 0);
    pulses = 0;
    clock_beats.clear();
    beats.clear();
  }

  Player player;
  double tick = 0;
  double next = 0;
  int pulses = 0;
  std::vector<double> beats;
  std::vector<double> clock_beats;

 private:
  std::string engine_;
  int step_ = -1;
};

void the_clock_sets_the_tempo_and_lets_it_go() {
  for (const char* engine : {"drum_sequencer", "polyrhythm", "wanderer"}) {
    Band band(engine);
    const float free = band.run(0, 1);
    expect(std::fabs(band.run(100, 4) - 100) < 0.5f, "100 bpm");
    expect(std::fabs(band.run(131, 3) - 131) < 0.7f, "131 bpm, soon after");
    for (std::uint32_t space = 0; ens_set_voice_space(*band.player, space) == ENS_OK; ++space) {
      expect(std::fabs(band.run(90, 4) - 90) < 0.5f, "in every voice space, whatever its curve");
    }
    ens_set_voice_space(*band.player, 0);
    const float fastest = engine[0] == 'd' ? 200.0f : engine[0] == 'p' ? 220.0f : 140.0f;
    expect(band.run(500, 3) == fastest, "as fast as it can");
    expect(std::fabs(band.run(0, 2) - free) < 0.01f, "what was learned when the clock is lost");
    band.run(100, 3);
    ens_midi_in(*band.player, 0xfc, 0, 0);
    expect(std::fabs(band.run(0, 1) - free) < 0.01f, "and when it is stopped");
  }
}

void a_clock_goes_before_a_tempo_held_by_hand() {
  Band band("drum_sequencer");
  const auto params = ens_test::all_slots("drum_sequencer");
  for (std::uint32_t i = 0; i < params.size(); ++i) ens_set_param(*band.player, i, 0);
  expect(std::fabs(band.run(100, 3) - 100) < 0.5f, "as on other drum machines");
  expect(std::fabs(band.run(0, 2) - 60) < 0.1f, "the tempo that is held comes back");
}

void engines_without_a_tempo_play_on() {
  Player player(Mode{"paf_synth", {"joy_x"}, ens_test::all_slots("paf_synth")});
  for (int pulse = 0; pulse < 48; ++pulse) {
    CHECK_EQUAL(ens_midi_in(*player, 0xf8, 0, 0), ENS_OK);
    player.play(64 * 16);
  }
  expect(ens_test::loudness(player.play(4800)) > 0, "the synthesizer sounds");
}

// Where the engine is from the clock, in ticks, at the last beat of both.
double apart(const Band& band) {
  const double near = band.clock_beats.back();
  double best = 1e9;
  for (const double beat : band.beats) {
    if (std::fabs(beat - near) < std::fabs(best)) best = beat - near;
  }
  return best;
}

void begins_with_the_song_and_keeps_its_beats(const char* engine, const char* step) {
  Band band(engine);
  band.run(0, 1.234);
  band.start();
  band.run(97, 0.05);
  CHECK_EQUAL(band.state(step), 0.0f);
  band.run(97, 12);
  expect(std::fabs(apart(band)) <= 2, "together, though the tempo was known a beat late");
  band.run(141, 12);
  expect(std::fabs(apart(band)) <= 2, "and after a change of tempo");
  ens_midi_in(*band.player, 0xfc, 0, 0);
  band.run(0, 2.1);
  ens_midi_in(*band.player, 0xfb, 0, 0);
  band.run(141, 16);
  expect(std::fabs(apart(band)) <= 2, "and when the song goes on");
}

void no_beat_is_guessed() {
  using Beat = ens::MidiClock::Beat;
  ens::MidiClock clock;
  clock.prepare(static_cast<float>(kTicksPerSecond));
  std::uint32_t now = 0;
  const auto pulse = [&] { return clock.pulse(now += 16); };
  for (int i = 0; i < 100; ++i) expect(pulse() == Beat::kNone, "nobody knows where the beat is");
  clock.start();
  for (int i = 0; i < 100; ++i) {
    const Beat beat = i == 0 ? Beat::kFirst : i % 24 == 0 ? Beat::kNext : Beat::kNone;
    expect(pulse() == beat, "every 24 pulses from the start");
  }
  clock.stop();
  expect(pulse() == Beat::kNone, "the song has ended");
  clock.go_on();
  for (int i = 100; i < 200; ++i) {
    expect(pulse() == (i % 24 == 0 ? Beat::kNext : Beat::kNone), "and goes on where it was");
  }
}

}  // namespace

int main() {
  the_tempo_is_measured_in_spite_of_jitter();
  the_clock_sets_the_tempo_and_lets_it_go();
  a_clock_goes_before_a_tempo_held_by_hand();
  engines_without_a_tempo_play_on();
  begins_with_the_song_and_keeps_its_beats("drum_sequencer", "step");
  begins_with_the_song_and_keeps_its_beats("polyrhythm", "bass_step");
  no_beat_is_guessed();
  return ens_test::result();
}
