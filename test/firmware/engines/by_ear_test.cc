// Slots with a physical unit, measured in the sound: pitch in Hz, level in dB, decay in ms, against
// the curve and range of the table. (The line effects' own tests measure their filters, times and
// levels.)
#include <initializer_list>
#include <utility>

#include "firmware/check.h"
#include "firmware/effects/measure.h"

namespace {

using ens_test::Rig;
using ens_test::Stereo;
using Settings = std::initializer_list<std::pair<const char*, float>>;

constexpr double kRate = 48000.0;

const ens::EngineKind& kind_of(const char* engine_id) {
  return *ens::find_engine(engine_id);
}

void set_all(Rig& rig, Settings settings) {
  for (const auto& [name, unit] : settings) rig.set(name, unit);
}

// What the table says a slot is at a unit value.
double declared(const ens::EngineKind& kind, std::size_t space, const char* name, float unit) {
  const ens::EngineInfo& info = *kind.info;
  for (std::size_t i = 0; i < info.slots.size(); ++i) {
    const ens::Slot& slot = info.slots[i];
    if (!ens::same_text(slot.name, name)) continue;
    const ens::Shaped at = ens::shape(info.curve(space, i), ens::Unit::from_ratio(unit));
    return static_cast<double>(ens::Range(slot.min, slot.max).at(at));
  }
  return NAN;
}

// The frequency of the partial next to `near` from how far its phase turns in 10 ms.
double frequency(const std::vector<float>& x, double near) {
  constexpr std::size_t kHop = 480;
  const std::size_t window = x.size() - kHop;
  const auto before = ens_test::component(x, 0, window, near, kRate);
  const auto after = ens_test::component(x, kHop, window, near, kRate);
  const double turn = std::arg(after / before) / (2.0 * ens_test::kPi);
  const double whole = std::round(near * kHop / kRate - turn);
  return (turn + whole) * kRate / kHop;
}

double rms_db(const Stereo& sound) {
  double power = 0.0;
  for (const float sample : sound.left) power += std::pow(static_cast<double>(sample), 2.0);
  return 10.0 * std::log10(power / static_cast<double>(sound.left.size()) + 1e-20);
}

void is_near(double got, double wanted, double room, const char* what) {
  if (CHECK(std::fabs(got - wanted) <= room)) return;
  std::printf("%s: %f, declared %f\n", what, got, wanted);
}

constexpr Settings kPlainVoice = {
    {"level_2_pct", 0.0f},     {"level_3_pct", 0.0f},    {"vibrato_depth_cents", 0.0f},
    {"tremor_cents", 0.0f},    {"detune_cents", 0.0f},   {"sweep_depth_st", 0.0f},
    {"pulse_depth_pct", 0.0f}, {"echo_mix_pct", 0.0f},   {"breath_db", 0.0f},
    {"drive_db", 0.0f},        {"cutoff_hz", 1.0f},      {"resonance_pct", 0.3f},
    {"formant_1_hz", 0.4f},    {"bandwidth_1_hz", 0.8f}, {"echo_feedback_pct", 0.0f}};

void paf_synth_sounds_its_pitch() {
  const ens::EngineKind& kind = kind_of("paf_synth");
  for (std::size_t space : {std::size_t{0}, std::size_t{1}, std::size_t{2}}) {
    for (const float unit : {0.1f, 0.35f, 0.6f, 0.9f}) {
      Rig rig(kind);
      rig->set_voice_space(space);
      set_all(rig, kPlainVoice);
      rig.set("pitch_hz", unit);
      rig.render(24000);
      const double wanted = declared(kind, space, "pitch_hz", unit);
      is_near(frequency(rig.render(24000).left, wanted), wanted, 0.001 * wanted, "pitch_hz");
    }
  }
}

void a_level_in_db_is_that_many_db(const char* engine_id, const char* slot, Settings settings) {
  const ens::EngineKind& kind = kind_of(engine_id);
  const auto heard = [&](float unit) {
    Rig rig(kind);
    set_all(rig, settings);
    rig.set(slot, unit);
    if (ens_test::needs_note(kind)) rig->note_on(57, ens::Unit::from_ratio(0.7f));
    rig.render(24000);
    return rms_db(rig.render(24000));
  };
  for (const float unit : {0.1f, 0.4f, 0.7f}) {
    const double wanted = declared(kind, 0, slot, unit) - declared(kind, 0, slot, 0.0f);
    is_near(heard(unit) - heard(0.0f), wanted, 0.3, slot);
  }
}

constexpr Settings kSine = {
    {"index_b_x", 0.0f},    {"index_c_x", 0.0f},           {"index_d_x", 0.0f},
    {"feedback_pct", 0.0f}, {"vibrato_depth_cents", 0.0f}, {"tremolo_pct", 0.0f},
    {"detune_cents", 0.0f}, {"attack_ms", 0.0f},           {"sustain_pct", 0.0f}};

void fm_voice_decays_in_its_time() {
  const ens::EngineKind& kind = kind_of("fm_voice");
  for (const float unit : {0.5f, 0.7f, 0.9f}) {
    Rig rig(kind);
    set_all(rig, kSine);
    rig.set("decay_ms", unit);
    rig->note_on(57, ens::Unit::from_ratio(0.7f));
    rig.render(2400);
    const double before = rms_db(rig.render(4800));
    rig.render(4800);
    const double after = rms_db(rig.render(4800));
    const double wanted = declared(kind, 0, "decay_ms", unit);
    is_near(60.0 * 200.0 / (before - after), wanted, 0.03 * wanted, "decay_ms");
  }
}

void a_ratio_is_a_ratio() {
  const ens::EngineKind& kind = kind_of("fm_voice");
  for (const float unit : {0.3f, 0.55f, 0.8f}) {
    Rig rig(kind);
    rig->set_voice_space(4);  // four carriers
    set_all(rig, kSine);
    set_all(rig, {{"ratio_snap_pct", 0.0f},
                  {"ratio_b_x", unit},
                  {"index_b_x", 1.0f},
                  {"sustain_pct", 1.0f}});
    rig->note_on(57, ens::Unit::from_ratio(0.7f));
    rig.render(12000);
    const double wanted = 220.0 * declared(kind, 4, "ratio_b_x", unit);
    is_near(frequency(rig.render(24000).left, wanted), wanted, 0.001 * wanted, "ratio_b_x");
  }
}

void a_kick_comes_to_rest_at_its_pitch() {
  const ens::EngineKind& kind = kind_of("drum_sequencer");
  for (const float unit : {0.2f, 0.5f, 0.9f}) {
    Rig rig(kind);
    set_all(rig, {{"tempo_bpm", 0.0f},
                  {"kick_density_pct", 0.1f},
                  {"snare_density_pct", 0.0f},
                  {"hat_density_pct", 0.0f},
                  {"perc_density_pct", 0.0f},
                  {"variation_pct", 0.0f},
                  {"syncopation_pct", 0.0f},
                  {"fill_pct", 0.0f},
                  {"kick_sweep_st", 0.0f},
                  {"kick_decay_ms", 1.0f},
                  {"kick_drive_db", 0.0f},
                  {"drive_db", 0.0f}});
    rig.set("kick_hz", unit);
    rig.render(4800);
    const double wanted = declared(kind, 0, "kick_hz", unit);
    is_near(frequency(rig.render(14400).left, wanted), wanted, 0.01 * wanted, "kick_hz");
  }
}

}  // namespace

int main() {
  paf_synth_sounds_its_pitch();
  a_level_in_db_is_that_many_db("paf_synth", "level_db", kPlainVoice);
  a_level_in_db_is_that_many_db(
      "fm_voice", "level_db", {{"index_b_x", 0.0f}, {"tremolo_pct", 0.0f}, {"sustain_pct", 1.0f}});
  fm_voice_decays_in_its_time();
  a_ratio_is_a_ratio();
  a_kick_comes_to_rest_at_its_pitch();
  return ens_test::result();
}
