// What a player expects of the polyrhythmic sequencer: strokes on their very sample, lines that
// meet again, notes that end, and controllers that follow.
#include "engines/polyrhythm.h"

#include <cstdlib>
#include <string>

#include "firmware/check.h"
#include "firmware/effects/measure.h"

namespace {

using ens_test::Rig;
using ens_test::set_value;

constexpr std::size_t kSpaces = 5;
constexpr std::uint8_t kNoteOff = 0x80, kNoteOn = 0x90, kControlChange = 0xb0;

// One line that strikes the first step of its cycle; short dry notes.
Rig lone_line(const char* line, float steps, float bpm, std::size_t space = 0,
              float rate = 48000.0f) {
  Rig rig(*ens::find_engine("polyrhythm"), rate);
  rig->set_voice_space(space);
  for (const char* each : {"bass", "middle", "high"}) {
    const std::string name = each;
    set_value(rig, (name + "_fill_pct").c_str(), name == line ? 100.0f / steps : 0.0f);
    set_value(rig, (name + "_steps").c_str(), steps);
    set_value(rig, (name + "_rate_x").c_str(), 2.0f);
  }
  for (const char* name : {"middle_turn_pct", "high_turn_pct", "ratchet_pct", "accent_pct",
                           "resonance_pct", "decay_ms", "gate_pct"}) {
    rig.set(name, 0.0f);
  }
  rig.set("chance_pct", 1.0f), rig.set("cutoff_hz", 1.0f), rig.set("swing_pct", 0.0f);
  set_value(rig, "tempo_bpm", bpm);
  rig->reset();
  return rig;
}

// The samples at which something begins after a rest: where a sound bends at once. A note that ends
// at −100 dB and what a filter leaves behind bend by far less.
std::vector<std::size_t> onsets(const std::vector<float>& x) {
  std::vector<std::size_t> out;
  std::size_t bent_at = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double before = i < 1 ? 0.0 : static_cast<double>(x[i - 1]);
    const double earlier = i < 2 ? 0.0 : static_cast<double>(x[i - 2]);
    const double bend = std::fabs(static_cast<double>(x[i]) - 2.0 * before + earlier);
    if (bend < 3e-5) continue;
    if (out.empty() || i - bent_at > 400) out.push_back(i);
    bent_at = i;
  }
  return out;
}

// Frames of a quarter note, as the tempo is set.
double beat_frames(float bpm, float rate) {
  const float unit = ens_test::unit_for(ens::Polyrhythm::kInfo, 0, "tempo_bpm", bpm);
  const double exact = 40.0 + 180.0 * static_cast<double>(unit);
  return static_cast<double>(rate) * 60.0 / exact;
}

void strokes_fall_on_their_sample() {
  for (const float rate : {24000.0f, 44100.0f, 48000.0f}) {
    for (const float bpm : {50.0f, 97.0f, 120.0f}) {
      for (const char* line : {"bass", "middle", "high"}) {
        for (const float steps : {3.0f, 4.0f, 5.0f}) {
          Rig rig = lone_line(line, steps, bpm, 0, rate);
          const auto frames = static_cast<std::size_t>(rate * 20.0f);
          const std::vector<std::size_t> at = onsets(rig.render_unfinished(frames).left);
          const double apart = 0.5 * static_cast<double>(steps) * beat_frames(bpm, rate);
          const auto wanted = static_cast<std::size_t>(static_cast<double>(frames) / apart) + 1;
          CHECK_EQUAL(at.size(), wanted);
          for (std::size_t i = 0; i < at.size(); ++i) {
            // The tempo itself is exact to six parts in a million. A stroke begins at zero and is
            // seen up to three samples later.
            const double due = static_cast<double>(i) * apart;
            const double off = static_cast<double>(at[i]) - due;
            if (CHECK(off >= -6e-6 * due - 0.01 && off <= 6e-6 * due + 3.0)) continue;
            std::printf("%s, %g steps at %g: %zu is at %zu, off by %f\n", line,
                        static_cast<double>(steps), static_cast<double>(bpm), i, at[i], off);
          }
        }
      }
    }
  }
}

// Three, four and five eighths that meet after sixty, to the sample.
void lines_meet_again() {
  std::vector<std::vector<std::size_t>> at;
  const float steps[] = {5.0f, 4.0f, 3.0f};
  const char* const names[] = {"bass", "middle", "high"};
  for (std::size_t line = 0; line < 3; ++line) {
    Rig rig = lone_line(names[line], steps[line], 120.0f);
    at.push_back(onsets(rig.render_unfinished(48000 * 16).left));
  }
  CHECK(at[0].size() > 12 && at[1].size() > 15 && at[2].size() > 20);
  CHECK_EQUAL(at[0][12], at[1][15]);
  CHECK_EQUAL(at[0][12], at[2][20]);
  CHECK_EQUAL(at[1][3], at[2][4]);
}

void swing_delays_the_second_of_each_pair() {
  for (const float swing : {50.0f, 60.0f, 66.7f, 75.0f}) {
    for (const std::size_t space : {std::size_t{1}, std::size_t{0}}) {  // eighths, sixteenths
      Rig rig = lone_line("bass", 2.0f, 60.0f, space);
      set_value(rig, "bass_fill_pct", 100.0f);
      set_value(rig, "bass_rate_x", space == 1 ? 2.0f : 4.0f);
      set_value(rig, "swing_pct", swing);
      rig->reset();
      const std::vector<std::size_t> at = onsets(rig.render_unfinished(48000 * 6).left);
      const double pair = (space == 1 ? 1.0 : 0.5) * beat_frames(60.0f, 48000.0f);
      CHECK(at.size() >= 11);
      for (std::size_t i = 0; i < at.size(); ++i) {
        const double in_pair = i % 2 == 0 ? 0.0 : static_cast<double>(swing) * 0.01;
        const double due = (static_cast<double>(i / 2) + in_pair) * pair;
        if (CHECK(std::fabs(static_cast<double>(at[i]) - due) < 6.0)) continue;
        std::printf("swing %g: %zu is at %zu\n", static_cast<double>(swing), i, at[i]);
      }
    }
  }
}

// What was sent, and which keys are held by it: at most one of each line, and none ends twice.
class Listener {
 public:
  void hear(Rig& rig) {
    ens::MidiEvent event;
    while (rig->next_event(&event)) take(event);
  }
  int held() const {
    int count = 0;
    for (const int key : keys_) count += key >= 0 ? 1 : 0;
    return count;
  }
  std::size_t notes() const { return notes_; }
  const std::vector<ens::MidiEvent>& all() const { return all_; }

 private:
  void take(const ens::MidiEvent& event) {
    all_.push_back(event);
    const std::uint8_t kind = event.status & 0xf0;
    const std::size_t line = event.status & 0x0f;
    if (!CHECK(line < 3 && event.data1 < 128 && event.data2 < 128)) return;
    if (kind == kNoteOn) {
      CHECK(event.data2 > 0);
      CHECK_EQUAL(keys_[line], -1);
      keys_[line] = event.data1;
      ++notes_;
    } else if (kind == kNoteOff) {
      CHECK_EQUAL(keys_[line], static_cast<int>(event.data1));
      keys_[line] = -1;
    } else {
      CHECK_EQUAL(kind, kControlChange);
    }
  }

  int keys_[3] = {-1, -1, -1};
  std::size_t notes_ = 0;
  std::vector<ens::MidiEvent> all_;
};

void play(Rig& rig, Listener& listener, std::size_t ticks) {
  for (std::size_t i = 0; i < ticks; ++i) {
    rig.render(ens::kTickFrames);
    listener.hear(rig);
  }
}

void no_note_hangs_whatever_is_done() {
  Rig rig(*ens::find_engine("polyrhythm"));
  Listener listener;
  ens::Noise random(17);
  for (int turn = 0; turn < 1500; ++turn) {
    if (turn % 3 == 0) ens_test::randomise(*rig.operator->(), random);
    const std::uint32_t what = random.below(12);
    if (what == 0) rig->set_voice_space(random.below(kSpaces));
    if (what == 1) rig->beat(random.below(3) == 0);
    rig.render(random.below(200));  // also in the middle of a tick
    listener.hear(rig);
    play(rig, listener, random.below(60));
    if (what == 2) rig->all_notes_off();
    if (what == 3) rig->reset();
    listener.hear(rig);
    if (what == 2 || what == 3) CHECK_EQUAL(listener.held(), 0);
  }
  CHECK(listener.notes() > 500);
  for (const char* name : {"bass_fill_pct", "middle_fill_pct", "high_fill_pct"}) {
    rig.set(name, 0.0f);
  }
  rig.set("tempo_bpm", 0.5f);
  play(rig, listener, 4 * 750);
  CHECK_EQUAL(listener.held(), 0);
}

void a_change_of_voice_space_ends_notes() {
  Rig rig(*ens::find_engine("polyrhythm"));
  rig.set("gate_pct", 1.0f);
  rig.set("chance_pct", 1.0f);
  rig->reset();
  Listener listener;
  play(rig, listener, 3);
  CHECK(listener.held() > 0);
  rig->set_voice_space(2);
  rig.set("bass_fill_pct", 0.0f), rig.set("middle_fill_pct", 0.0f), rig.set("high_fill_pct", 0.0f);
  play(rig, listener, 60);
  CHECK_EQUAL(listener.held(), 0);
}

// The same song after a reset, and another in each voice space.
void a_song_follows_from_its_seed() {
  std::vector<std::vector<int>> songs;
  for (std::size_t space = 0; space < kSpaces; ++space) {
    Rig rig(*ens::find_engine("polyrhythm"));
    rig->set_voice_space(space);
    rig.set("chance_pct", 0.5f), rig.set("ratchet_pct", 0.6f);
    std::vector<int> songs_of_it[2];
    for (std::vector<int>& song : songs_of_it) {
      rig->reset();
      Listener listener;
      ens::MidiEvent event;
      while (rig->next_event(&event)) {
      }
      play(rig, listener, 3000);
      for (const ens::MidiEvent& sent : listener.all()) {
        song.push_back(sent.status << 16 | sent.data1 << 8 | sent.data2);
      }
    }
    CHECK(songs_of_it[0] == songs_of_it[1]);
    CHECK(songs_of_it[0].size() > 60);
    for (const std::vector<int>& other : songs) CHECK(songs_of_it[0] != other);
    songs.push_back(songs_of_it[0]);
  }
}

// The notes a line begins.
std::vector<ens::MidiEvent> notes_of(Rig& rig, std::uint8_t line, std::size_t ticks) {
  Listener listener;
  play(rig, listener, ticks);
  std::vector<ens::MidiEvent> out;
  for (const ens::MidiEvent& event : listener.all()) {
    if (event.status == (kNoteOn | line)) out.push_back(event);
  }
  return out;
}

void keys_are_of_the_scale_and_within_the_range() {
  for (std::size_t space = 0; space < kSpaces; ++space) {
    const ens::RhythmBand& band = ens::Polyrhythm::kVoiceSpaces.traits[space];
    for (const float range : {0.0f, 1.0f}) {
      Rig rig(*ens::find_engine("polyrhythm"));
      rig->set_voice_space(space);
      set_value(rig, "root_key", 45.0f);
      rig.set("tempo_bpm", 1.0f), rig.set("range_st", range);
      rig->reset();
      const std::vector<ens::MidiEvent> notes = notes_of(rig, ens::kHighLine, 20000);
      int low = 127, high = 0;
      for (const ens::MidiEvent& note : notes) {
        low = std::min<int>(low, note.data1), high = std::max<int>(high, note.data1);
        bool is_of_scale = false;
        for (std::int32_t degree = 0; degree < 8 * band.scale.count; ++degree) {
          const float above = ens::semitones_of_ratio(band.scale.ratio(degree, 0.0f));
          const float key = 45.0f + above + 12.0f * static_cast<float>(band.octave[2]);
          is_of_scale = is_of_scale || std::fabs(key - static_cast<float>(note.data1)) < 0.51f;
        }
        CHECK(is_of_scale);
      }
      CHECK(notes.size() > 20);
      const int chords = 12;  // what the harmony itself moves it by, at most
      CHECK(range == 0.0f ? high - low <= 4 + chords : high - low > 14);
      CHECK(range == 0.0f || high - low <= 32 + chords);
    }
  }
}

void accents_and_ratchets_are_as_set() {
  Rig rig = lone_line("high", 8.0f, 120.0f, 3);
  set_value(rig, "high_fill_pct", 100.0f);
  rig->reset();
  const std::size_t plain = notes_of(rig, ens::kHighLine, 3000).size();
  CHECK_EQUAL(plain, 16u);  // eighths, four seconds
  rig.set("ratchet_pct", 1.0f), rig.set("accent_pct", 1.0f);
  rig->reset();
  const std::vector<ens::MidiEvent> all = notes_of(rig, ens::kHighLine, 3000);
  CHECK(all.size() >= 2 * plain && all.size() <= 4 * plain);
  int softest = 127, loudest = 0;
  for (const ens::MidiEvent& note : all) {
    softest = std::min<int>(softest, note.data2), loudest = std::max<int>(loudest, note.data2);
  }
  CHECK_EQUAL(loudest, 127);
  CHECK(softest < 70);
  rig.set("ratchet_pct", 0.0f), rig.set("chance_pct", 0.0f);
  rig->reset();
  const std::size_t some = notes_of(rig, ens::kHighLine, 30000).size();
  CHECK(some > 20 && some < 60);  // a quarter of 160
}

void slots_go_out_as_controllers() {
  Rig rig(*ens::find_engine("polyrhythm"));
  rig.set("cutoff_hz", 0.0f);
  for (const char* name : {"bass_fill_pct", "middle_fill_pct", "high_fill_pct"}) {
    rig.set(name, 0.0f);
  }
  rig->reset();
  Listener listener;
  play(rig, listener, 100);
  CHECK_EQUAL(listener.all().size(), 12u);  // four, on three channels
  rig.set("cutoff_hz", 0.5f);
  play(rig, listener, 750);
  int last[3] = {0, 0, 0};
  for (const ens::MidiEvent& event : listener.all()) {
    if (event.data1 == 74) last[event.status & 3] = event.data2;
  }
  std::vector<float> state(ens::Polyrhythm::kInfo.state_count());
  rig->read_state(state.data());
  const double hz = static_cast<double>(state[ens::Polyrhythm::kCutoff]);
  const double share = std::log(hz / 200.0) / std::log(10000.0 / 200.0);  // of its octaves
  for (const int value : last) CHECK_EQUAL(value, static_cast<int>(std::lround(127.0 * share)));
  const std::size_t settled = listener.all().size();
  CHECK(settled > 15);
  play(rig, listener, 750);
  CHECK_EQUAL(listener.all().size(), settled);
}

// A cable carries 1,041 messages a second.
void a_cable_carries_all_that_is_sent() {
  Rig rig(*ens::find_engine("polyrhythm"));
  ens::Noise random(3);
  Listener listener;
  for (int turn = 0; turn < 750; ++turn) {
    for (std::size_t slot = ens::Polyrhythm::kCutoff; slot <= ens::Polyrhythm::kBite; ++slot) {
      rig->set_param(slot, ens::Unit::from_ratio(random.share()));
    }
    play(rig, listener, 4);
  }
  CHECK(listener.all().size() < 4 * 400);
}

}  // namespace

int main() {
  strokes_fall_on_their_sample();
  lines_meet_again();
  swing_delays_the_second_of_each_pair();
  no_note_hangs_whatever_is_done();
  a_change_of_voice_space_ends_notes();
  a_song_follows_from_its_seed();
  keys_are_of_the_scale_and_within_the_range();
  accents_and_ratchets_are_as_set();
  slots_go_out_as_controllers();
  a_cable_carries_all_that_is_sent();
  return ens_test::result();
}
