// What every engine of the registry must keep, in every voice space: bounds, bits, curves, no
// clicks.
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

#include "firmware/check.h"
#include "firmware/engines/rig.h"

namespace {

using ens_test::Rig;
using ens_test::Stereo;

// A line or microphone signal an engine might get: tone, bursts of noise, silence, and with
// `hostile` also what no cable delivers.
Stereo line_in(std::size_t frames, bool hostile) {
  Stereo in{std::vector<float>(frames), std::vector<float>(frames)};
  ens::Noise noise(7);
  std::uint32_t phase = 0;
  for (std::size_t i = 0; i < frames; ++i) {
    phase += ens::phase_step(220.0f, 48000.0f);
    const bool loud = (i / 6000) % 3 == 0;
    in.left[i] = loud ? 0.4f * ens::sine(phase) + 0.1f * noise.white() : 0.0f;
    in.right[i] = 0.5f * in.left[i];
    if (hostile && i % 997 == 0) {
      const float evil[] = {NAN, INFINITY, -INFINITY, 3e38f, 1e-42f, -9.0f};
      in.left[i] = evil[(i / 997) % 6];
    }
  }
  return in;
}

// Engines that strike by themselves, or play what they heard at another time: their sound has steps
// of its own at any time.
bool plays_by_itself(const ens::EngineKind& kind) {
  return &kind == ens::find_engine("drum_sequencer") || &kind == ens::find_engine("granular") ||
         &kind == ens::find_engine("polyrhythm") || &kind == ens::find_engine("wanderer");
}

void fails(const ens::EngineKind& kind, std::size_t space, const char* what) {
  std::printf("%s, voice space %zu: %s\n", kind.info->engine_id, space, what);
}

bool is_clean(const std::vector<float>& x) {
  for (const float sample : x) {
    if (!(std::fabs(sample) <= 0.8912509f)) return false;
    if (sample != 0.0f && std::fabs(sample) < 1.2e-38f) return false;
  }
  return true;
}

void play(Rig& rig, ens::Noise& random) {
  if (!rig->info().plays_notes) return;
  rig->note_on(static_cast<std::uint8_t>(random.below(128)), ens::Unit::from_ratio(random.share()));
  rig->note_off(static_cast<std::uint8_t>(random.below(128)));
  rig->pitch_bend(ens::Unit::from_ratio(random.share()));
  rig->mod_wheel(ens::Unit::from_ratio(random.share()));
  rig->pressure(ens::Unit::from_ratio(random.share()));
  rig->bend_range(ens::Unit::from_ratio(random.share()));
}

std::size_t spaces(const ens::EngineKind& kind) {
  return kind.info->voice_spaces.size() == 0 ? 1 : kind.info->voice_spaces.size();
}

void stays_bounded_and_finite_whatever_is_set(const ens::EngineKind& kind, std::size_t space) {
  const float rates[] = {24000.0f, 48000.0f, 44100.0f, 32000.0f};
  Rig rig(kind, rates[space % 4]);
  rig->set_voice_space(space);
  ens::Noise random(0x1234u + static_cast<std::uint32_t>(space));
  const Stereo in = line_in(1024, true);
  for (int step = 0; step < 150; ++step) {
    ens_test::randomise(*rig.operator->(), random);
    play(rig, random);
    const Stereo out = rig.render(1024, &in);
    if (!CHECK(is_clean(out.left) && is_clean(out.right))) return fails(kind, space, "not clean");
  }
}

std::uint64_t gesture(const ens::EngineKind& kind, std::size_t space, std::size_t block) {
  Rig rig(kind);
  rig->set_voice_space(space);
  ens::Noise random(99);
  const Stereo in = line_in(6400, false);
  Stereo all;
  for (int step = 0; step < 6; ++step) {
    if (step != 3) ens_test::randomise(*rig.operator->(), random);
    play(rig, random);
    const Stereo out = rig.render(6400, &in, block);
    all.left.insert(all.left.end(), out.left.begin(), out.left.end());
    all.right.insert(all.right.end(), out.right.begin(), out.right.end());
  }
  return ens_test::hash(all);
}

void sounds_the_same_however_blocks_are_cut(const ens::EngineKind& kind, std::size_t space) {
  const std::uint64_t whole = gesture(kind, space, 6400);
  if (!CHECK(gesture(kind, space, 37) == whole)) fails(kind, space, "blocks of 37");
  if (!CHECK(gesture(kind, space, 128) == whole)) fails(kind, space, "blocks of 128");
}

void sounds_the_same_with_denormals_flushed(const ens::EngineKind& kind, std::size_t space) {
#if defined(__SSE__)
  const std::uint64_t plain = gesture(kind, space, 6400);
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040u);
  const std::uint64_t flushed = gesture(kind, space, 6400);
  _mm_setcsr(before);
  if (!CHECK(plain == flushed)) fails(kind, space, "FTZ and DAZ change the bits");
#else
  static_cast<void>(kind);
  static_cast<void>(space);
#endif
}

void resets_to_the_same_bits(const ens::EngineKind& kind, std::size_t space) {
  Rig rig(kind);
  rig->set_voice_space(space);
  const Stereo in = line_in(9600, false);
  const auto pass = [&] {
    rig->reset();
    if (kind.info->plays_notes) rig->note_on(60, ens::Unit::from_ratio(0.8f));
    return ens_test::hash(rig.render(9600, &in));
  };
  const std::uint64_t first = pass();
  if (!CHECK(pass() == first)) fails(kind, space, "reset leaves something");
}

// Where a slot's engine value comes to rest, against the table.
void state_settles_on_curve_and_range(const ens::EngineKind& kind, std::size_t space) {
  Rig rig(kind);
  rig->set_voice_space(space);
  std::vector<float> state(kind.info->state_count());
  rig.render(64);
  for (const float unit : {0.0f, 0.21f, 0.5f, 0.77f, 1.0f}) {
    for (std::size_t i = 0; i < kind.info->slots.size(); ++i) {
      rig->set_param(i, ens::Unit::from_ratio(unit));
    }
    rig.render(24000);
    rig->read_state(state.data());
    for (std::size_t i = 0; i < kind.info->slots.size(); ++i) {
      const ens::Slot& slot = kind.info->slots[i];
      const float want =
          ens::Range(slot.min, slot.max)
              .at(ens::shape(kind.info->curve(space, i), ens::Unit::from_ratio(unit)));
      if (!CHECK(state[i] == want)) fails(kind, space, slot.name);
    }
    for (const float field : state) CHECK(std::isfinite(field));
  }
}

// The largest step of the sound while a slot rests at one of nine settings.
float largest_step_at_rest(const ens::EngineKind& kind, std::size_t space, std::size_t slot) {
  float most = 0.0f;
  for (int eighth = 0; eighth <= 8; ++eighth) {
    Rig rig(kind);
    rig->set_voice_space(space);
    rig->set_param(slot, ens::Unit::from_ratio(static_cast<float>(eighth) / 8.0f));
    if (ens_test::needs_note(kind)) rig->note_on(57, ens::Unit::from_ratio(0.8f));
    rig.render(12000);
    most = std::fmax(most, ens_test::largest_step(rig.render(6000).left));
  }
  return most;
}

// After a jump of any one slot, no step between neighbouring samples is much larger than the steps
// of the sound at rest on the way. (Drums are steps: their own test has this.)
void no_jump_of_a_slot_clicks(const ens::EngineKind& kind, std::size_t space) {
  if (plays_by_itself(kind)) return;
  const Stereo in = line_in(48000, false);
  for (std::size_t slot = 0; slot < kind.info->slots.size(); ++slot) {
    for (const bool up : {false, true}) {
      Rig rig(kind);
      rig->set_voice_space(space);
      rig->set_param(slot, ens::Unit::from_ratio(up ? 0.0f : 1.0f));
      if (ens_test::needs_note(kind)) rig->note_on(57, ens::Unit::from_ratio(0.8f));
      rig.render(12000, &in);
      const float before = ens_test::largest_step(rig.render(6000).left);
      rig->set_param(slot, ens::Unit::from_ratio(up ? 1.0f : 0.0f));
      const float jump = ens_test::largest_step(rig.render(3000).left);
      const float after = ens_test::largest_step(rig.render(6000).left);
      if (jump <= 1.5f * std::fmax(before, after) + 0.02f) continue;
      if (!CHECK(jump <= 1.5f * largest_step_at_rest(kind, space, slot) + 0.02f)) {
        std::printf("%s: %f, %f, %f\n", kind.info->slots[slot].name, static_cast<double>(before),
                    static_cast<double>(jump), static_cast<double>(after));
        fails(kind, space, up ? "clicks going up" : "clicks going down");
      }
    }
  }
}

void a_change_of_voice_space_fades(const ens::EngineKind& kind, std::size_t space) {
  if (kind.info->voice_spaces.size() < 2) return;
  Rig rig(kind);
  if (ens_test::needs_note(kind)) rig->note_on(57, ens::Unit::from_ratio(0.8f));
  rig.render(12000);
  const float before = ens_test::largest_step(rig.render(6000).left);
  CHECK(rig->set_voice_space(space));
  const float change = ens_test::largest_step(rig.render(2000).left);
  CHECK(rig->voice_space() == space);
  const float after = ens_test::largest_step(rig.render(6000).left);
  if (!CHECK(change <= 1.5f * std::fmax(before, after) + 0.02f))
    fails(kind, space, "clicks on arrival");
  CHECK(!rig->set_voice_space(kind.info->voice_spaces.size()));
  CHECK(rig->voice_space() == space);
}

void has_a_sound_table(const ens::EngineKind& kind) {
  CHECK(ens::find_engine(kind.info->engine_id) == &kind);
  CHECK(kind.bytes < 256 * 1024);  // an RP2350 has 520 KB
  CHECK(kind.info->driver.line_level <= 15);
  CHECK(kind.info->driver.output_volume >= 0.0f && kind.info->driver.output_volume <= 1.0f);
}

}  // namespace

int main() {
  for (std::size_t e = 0; e < ens::engine_count(); ++e) {
    const ens::EngineKind& kind = ens::engine_at(e);
    has_a_sound_table(kind);
    for (std::size_t space = 0; space < spaces(kind); ++space) {
      stays_bounded_and_finite_whatever_is_set(kind, space);
      sounds_the_same_however_blocks_are_cut(kind, space);
      sounds_the_same_with_denormals_flushed(kind, space);
      resets_to_the_same_bits(kind, space);
      state_settles_on_curve_and_range(kind, space);
      no_jump_of_a_slot_clicks(kind, space);
      a_change_of_voice_space_fades(kind, space);
    }
  }
  CHECK(ens::find_engine("no_such_engine") == nullptr);
  return ens_test::result();
}
