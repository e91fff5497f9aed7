// What an engineer listens for in paf_synth and fm_voice: aliases, DC, silence after release, voice
// spaces that differ, velocity, bend.
#include "firmware/check.h"
#include "firmware/effects/measure.h"
#include "firmware/engines/still.h"

namespace {

using ens_test::kFrame;
using ens_test::pitch_hz_of;
using ens_test::Rig;
using ens_test::steady_fm;
using ens_test::steady_paf;
using ens_test::Stereo;
using ens_test::still_paf;

constexpr double kRate = 48000.0;

// Keys 83 and 111 are 988 Hz and 4978 Hz. Ratios are whole or ½, so half the pitch is the grid.
void fm_voice_keeps_aliases_60_db_down() {
  for (const std::size_t space : {std::size_t{0}, std::size_t{2}, std::size_t{3}, std::size_t{4}}) {
    for (const int key : {83, 111}) {
      for (const float index : {0.3f, 0.7f, 1.0f}) {
        for (const float feedback : {0.0f, 1.0f}) {
          const Stereo sound = steady_fm(space, key, index, feedback, 48000.0f);
          const double pitch = 440.0 * std::exp2((key - 69) / 12.0) * (space == 3 ? 0.5 : 1.0);
          const double alias = ens_test::alias_db(sound.left, 0.5 * pitch);
          if (!CHECK(alias < -60.0)) {
            std::printf("space %zu key %d index %f: %f dB\n", space, key,
                        static_cast<double>(index), alias);
          }
          CHECK(ens_test::rms(sound.left) > 0.02);
          CHECK(std::fabs(ens_test::mean(sound.left)) < 2e-4);
        }
      }
    }
  }
}

// Formants at up to 6 kHz on pitches to 880 Hz. (Swarm wanders by design: it has no fixed grid.)
void paf_synth_keeps_aliases_60_db_down() {
  for (std::size_t space = 0; space < 4; ++space) {
    for (const float pitch : {0.5f, 1.0f}) {
      for (const float bandwidth : {0.3f, 1.0f}) {
        for (const float skirt : {0.0f, 1.0f}) {
          double hz = 0.0;
          const Stereo sound = steady_paf(space, pitch, bandwidth, skirt, &hz);
          // Growl's sub-octave puts partials between the harmonics.
          const double alias = ens_test::alias_db(sound.left, space == 3 ? 0.5 * hz : hz);
          if (!CHECK(alias < -60.0)) {
            std::printf("space %zu pitch %f width %f skirt %f: %f dB\n", space, hz,
                        static_cast<double>(bandwidth), static_cast<double>(skirt), alias);
          }
          CHECK(ens_test::rms(sound.left) > 0.02);
          CHECK(std::fabs(ens_test::mean(sound.left)) < 2e-3);
        }
      }
    }
  }
}

// Whatever formants there are, at full level and under any drive. The values come from a stream,
// the pitch is the highest in every third.
void paf_synth_keeps_aliases_60_db_down_when_driven() {
  std::uint32_t random = 11;
  for (int turn = 0; turn < 24; ++turn) {
    const std::size_t space = static_cast<std::size_t>(turn % 4);
    const auto rig = still_paf(space);
    for (const char* slot : {"pitch_hz", "formant_1_hz", "formant_2_hz", "formant_3_hz",
                             "bandwidth_1_hz", "bandwidth_2_hz", "bandwidth_3_hz", "gain_2_db",
                             "gain_3_db", "skirt_pct", "formant_shift_st"}) {
      random = random * 1664525u + 1013904223u;
      rig->set(slot, static_cast<float>(random >> 8) * (1.0f / 16777216.0f));
    }
    if (turn % 3 == 0) rig->set("pitch_hz", 1.0f);
    rig->set("cutoff_hz", 1.0f), rig->set("level_db", 1.0f);
    for (const float drive : {0.4f, 0.7f, 1.0f}) {
      rig->set("drive_db", drive);
      rig->render(24000);
      const double hz = pitch_hz_of(*rig);
      const Stereo sound = rig->render(kFrame);
      const double alias = ens_test::alias_db(sound.left, space == 3 ? 0.5 * hz : hz);
      if (!CHECK(alias < -60.0)) {
        std::printf("turn %d space %zu pitch %f drive %f: %f dB\n", turn, space, hz,
                    static_cast<double>(drive), alias);
      }
    }
  }
}

// Keys go higher than the slot of the pitch does.
void paf_synth_keeps_aliases_of_high_keys_60_db_down() {
  for (std::size_t space = 0; space < 3; ++space) {
    for (const int key : {84, 91, 96, 103, 108}) {
      const auto rig = still_paf(space);
      for (const char* slot : {"cutoff_hz", "skirt_pct", "gain_3_db"}) rig->set(slot, 1.0f);
      (*rig)->note_on(static_cast<std::uint8_t>(key), ens::Unit::from_ratio(1.0f));
      rig->render(24000);
      const double hz = 440.0 * std::exp2((key - 69) / 12.0);
      const double alias = ens_test::alias_db(rig->render(kFrame).left, hz);
      if (!CHECK(alias < -60.0)) std::printf("space %zu, key %d: %f dB\n", space, key, alias);
    }
  }
}

void fm_voice_falls_silent_after_release() {
  for (std::size_t space = 0; space < 5; ++space) {
    Rig rig(*ens::find_engine("fm_voice"));
    rig->set_voice_space(space);
    rig.set("release_ms", 0.3f);
    for (const int key : {40, 52, 59, 64, 71, 76, 80, 83, 88, 91}) {
      rig->note_on(static_cast<std::uint8_t>(key), ens::Unit::from_ratio(1.0f));
    }
    CHECK(ens_test::largest(rig.render(9600).left) > 0.2f);
    for (int key = 0; key < 128; ++key) rig->note_off(static_cast<std::uint8_t>(key));
    rig.render(5 * 48000);
    CHECK(ens_test::largest(rig.render(4800).left) == 0.0f);
  }
}

// Twenty-four notes on eight voices: taking a voice away from the oldest note is no click.
void stolen_voices_do_not_click() {
  for (std::size_t space = 0; space < 5; ++space) {
    Rig rig(*ens::find_engine("fm_voice"));
    rig->set_voice_space(space);
    rig.set("sustain_pct", 1.0f);
    rig.set("index_sustain_pct", 1.0f);
    rig.set("level_db", 0.0f);
    float steady = 0.0f, stealing = 0.0f;
    for (int note = 0; note < 24; ++note) {
      rig->note_on(static_cast<std::uint8_t>(48 + note), ens::Unit::from_ratio(1.0f));
      const float step = ens_test::largest_step(rig.render(4800).left);
      (note < 8 ? steady : stealing) = std::fmax(note < 8 ? steady : stealing, step);
    }
    // Later notes are higher, an octave at most above the eight that only added up.
    if (!CHECK(stealing < 2.0f * 1.5f * steady)) std::printf("space %zu\n", space);
  }
}

void velocity_bend_and_pressure_are_heard() {
  const auto note = [](float velocity, float bend, float pressure, float range_st = 2.0f) {
    Rig rig(*ens::find_engine("fm_voice"));
    rig->bend_range(ens::Unit::from_ratio(range_st / 32.0f));
    rig->pitch_bend(ens::Unit::from_ratio(bend));
    rig->pressure(ens::Unit::from_ratio(pressure));
    rig->note_on(69, ens::Unit::from_ratio(velocity));
    return rig.render(32768);
  };
  const auto loudest_hz = [](const Stereo& sound) {
    const std::vector<double> power = ens_test::spectrum(sound.left);
    std::size_t best = 1;
    for (std::size_t i = 1; i < power.size(); ++i) best = power[i] > power[best] ? i : best;
    return static_cast<double>(best) * kRate / 32768.0;
  };
  const Stereo plain = note(0.8f, 0.5f, 0.0f);
  CHECK(ens_test::rms(note(0.2f, 0.5f, 0.0f).left) < 0.6 * ens_test::rms(plain.left));
  CHECK(std::fabs(loudest_hz(plain) - 440.0) < 3.0);
  CHECK(std::fabs(loudest_hz(note(0.8f, 1.0f, 0.0f)) - 493.9) < 3.0);  // two semitones up
  CHECK(std::fabs(loudest_hz(note(0.8f, 0.0f, 0.0f)) - 392.0) < 3.0);
  CHECK(std::fabs(loudest_hz(note(0.8f, 1.0f, 0.0f, 12.0f)) - 880.0) < 3.0);
  CHECK(std::fabs(loudest_hz(note(0.8f, 0.0f, 0.0f, 24.0f)) - 110.0) < 3.0);
  CHECK(ens_test::hash(note(0.8f, 0.5f, 1.0f)) != ens_test::hash(plain));
}

// Loudness in 24 bands of a third of an octave, in dB: what tells two timbres apart.
std::vector<double> bands(const Stereo& sound) {
  const std::vector<double> power = ens_test::spectrum(sound.left);
  std::vector<double> out;
  for (int band = 0; band < 24; ++band) {
    const double low = 60.0 * std::exp2(band / 3.0);
    double sum = 1e-9;
    for (std::size_t i = 0; i < power.size(); ++i) {
      const double hz = static_cast<double>(i) * kRate / static_cast<double>(kFrame);
      if (hz >= low && hz < low * std::exp2(1.0 / 3.0)) sum += power[i];
    }
    out.push_back(10.0 * std::log10(sum));
  }
  return out;
}

// Mean difference of the bands beside loudness, dB: 3 is heard at once.
void voice_spaces_sound_different(const char* engine_id) {
  const ens::EngineKind& kind = *ens::find_engine(engine_id);
  std::vector<std::vector<double>> sounds;
  for (std::size_t space = 0; space < kind.info->voice_spaces.size(); ++space) {
    Rig rig(kind);
    rig->set_voice_space(space);
    if (ens_test::needs_note(kind)) rig->note_on(50, ens::Unit::from_ratio(0.8f));
    sounds.push_back(bands(rig.render(kFrame)));
  }
  for (std::size_t a = 0; a < sounds.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      double level = 0.0;
      for (std::size_t i = 0; i < 24; ++i) level += (sounds[a][i] - sounds[b][i]) / 24.0;
      double differs = 0.0;
      for (std::size_t i = 0; i < 24; ++i) {
        differs += std::fabs(sounds[a][i] - sounds[b][i] - level) / 24.0;
      }
      if (!CHECK(differs > 3.0)) {
        std::printf("%s: spaces %zu and %zu differ by %f dB\n", engine_id, a, b, differs);
      }
    }
  }
}

}  // namespace

int main() {
  fm_voice_keeps_aliases_60_db_down();
  paf_synth_keeps_aliases_60_db_down();
  paf_synth_keeps_aliases_60_db_down_when_driven();
  paf_synth_keeps_aliases_of_high_keys_60_db_down();
  fm_voice_falls_silent_after_release();
  stolen_voices_do_not_click();
  velocity_bend_and_pressure_are_heard();
  voice_spaces_sound_different("fm_voice");
  voice_spaces_sound_different("paf_synth");
  return ens_test::result();
}
