// Every engine makes a sound sound by itself, before the base class makes any sound safe; and
// engines that are broken on purpose are caught by the same checks.
#include "firmware/engines/sound_checks.h"

#include "dsp/glide.h"
#include "dsp/level.h"
#include "firmware/check.h"

namespace {

using ens_test::Fault;

enum class Flaw { kNone, kNotANumber, kInfinite, kLoud, kDc, kDenormals, kClick };

// One sine, a decaying string of one sample, and a flaw.
template <Flaw kFlaw>
class Broken : public ens::Engine {
 public:
  enum Index : std::uint8_t { kLevel };
  static constexpr auto kSlots = ens::slot_table<Index>({
      {kLevel, "level_db", -40, 0, ens::Curve::kLinear, -12},
  });
  static constexpr auto kVoiceSpaces = ens::voice_spaces<Index>(kSlots, {{"One"}, {"Two"}});
  static constexpr ens::EngineInfo kInfo = {
      .engine_id = "broken", .slots = kSlots, .voice_spaces = kVoiceSpaces, .plays_notes = true};

  Broken() : Engine(kInfo) {}
  float in_use(Index) const { return ens::db_of_gain(gain_.target); }

 private:
  void on_reset() override {
    gain_.reset(0.0f);
    string_ = 0.0f;
    click_ = 0.0f;
  }
  void on_note_on(std::uint8_t key, float) override {
    key_ = key;
    string_ = 1.0f;
  }
  void on_tick() override {
    const float to = 0.5f * ens::gain_of_db(slot(kLevel));
    click_ = kFlaw == Flaw::kClick && to != gain_.target && gain_.target != 0.0f ? 0.5f : 0.0f;
    gain_.aim(to, static_cast<int>(ens::kTickFrames));
    step_ = ens::phase_step(ens::hz_of_key(key_), sample_rate());
  }
  void render(const ens::StereoBlock& block) override {
    for (std::size_t i = 0; i < block.frames; ++i) {
      string_ = kFlaw == Flaw::kDenormals ? string_ * 0.998f : ens::flush(string_ * 0.998f);
      float x = ens::sine(phase_ += step_) * gain_.next() + 1e-3f * string_;
      if (kFlaw == Flaw::kNotANumber && key_ > 60) x = NAN;
      if (kFlaw == Flaw::kInfinite && voice_space() == 1) x = INFINITY;
      if (kFlaw == Flaw::kLoud) x *= 4.0f;
      if (kFlaw == Flaw::kDc) x += 0.1f;
      block.out_left[i] = x;
      block.out_right[i] = x + click_;
      click_ = 0.0f;
    }
  }

  float key_ = 60.0f;
  float string_ = 0.0f;
  float click_ = 0.0f;
  std::uint32_t phase_ = 0;
  std::uint32_t step_ = 0;
  ens::Glide gain_;
};

struct At {
  void* memory;
};

}  // namespace

inline void* operator new(std::size_t, At at) noexcept {
  return at.memory;
}

namespace {

template <Flaw kFlaw>
constexpr ens::EngineKind kBroken = {
    &Broken<kFlaw>::kInfo, sizeof(Broken<kFlaw>), alignof(Broken<kFlaw>),
    [](void* memory) -> ens::Engine* { return new (At{memory}) Broken<kFlaw>; },
    [](const ens::Engine&, std::size_t) { return 0.0f; }};

constexpr float kMostClick = 0.1f;

bool is(const char* found, const char* expected) {
  return found != nullptr && ens::same_text(found, expected);
}

void broken_engines_are_caught_by_name() {
  const Fault nan = ens_test::first_fault(kBroken<Flaw::kNotANumber>);
  CHECK(is(nan.what, "not a number"));
  CHECK(nan.key > 60);
  const Fault infinite = ens_test::first_fault(kBroken<Flaw::kInfinite>);
  CHECK(is(infinite.what, "infinite"));
  CHECK_EQUAL(infinite.space, 1u);
  CHECK(is(ens_test::first_fault(kBroken<Flaw::kLoud>).what, "over full scale"));
  CHECK(ens_test::largest_dc(kBroken<Flaw::kDc>) > ens_test::kMostDc);
#if defined(__SSE__)
  CHECK(ens_test::denormal_share(kBroken<Flaw::kDenormals>, 0) > 0.5f);
#endif
  CHECK(ens_test::click_of(kBroken<Flaw::kClick>, 0, 0, true) > kMostClick);
}

void a_sound_engine_is_not_accused() {
  const ens::EngineKind& kind = kBroken<Flaw::kNone>;
  CHECK(ens_test::first_fault(kind).what == nullptr);
  CHECK(ens_test::largest_dc(kind) < ens_test::kMostDc);
  CHECK(ens_test::denormal_share(kind, 0) == 0.0f);
  CHECK(ens_test::click_of(kind, 0, 0, true) < kMostClick);
}

void makes_no_fault(const ens::EngineKind& kind) {
  const Fault fault = ens_test::first_fault(kind);
  if (CHECK(fault.what == nullptr)) return;
  const std::size_t slot = fault.corner / 2;
  const bool one = slot < kind.info->slots.size();
  std::printf("%s, voice space %zu, %s %s, key %d: %s\n", kind.info->engine_id, fault.space,
              one ? kind.info->slots[slot].name : "all slots",
              fault.corner % 2 == 0 ? "at the minimum or scattered" : "at the maximum", fault.key,
              fault.what);
}

void rests_in_the_middle(const ens::EngineKind& kind) {
  const float dc = ens_test::largest_dc(kind);
  if (!CHECK(dc < ens_test::kMostDc)) {
    std::printf("%s: DC of %f\n", kind.info->engine_id, static_cast<double>(dc));
  }
}

void leaves_no_denormals_behind(const ens::EngineKind& kind) {
  for (std::size_t space = 0; space < ens_test::spaces_of(kind); ++space) {
    const float share = ens_test::denormal_share(kind, space);
    if (CHECK(share < 0.05f)) continue;
    std::printf("%s, voice space %zu: denormals in %.0f %% of the ticks of a tail\n",
                kind.info->engine_id, space, 100.0 * static_cast<double>(share));
  }
}

void no_jump_of_a_slot_clicks_in_either_channel(const ens::EngineKind& kind) {
  for (std::size_t space = 0; space < ens_test::spaces_of(kind); ++space) {
    for (std::size_t slot = 0; slot < kind.info->slots.size(); ++slot) {
      for (const bool up : {false, true}) {
        const float click = ens_test::click_of(kind, space, slot, up);
        if (CHECK(click < kMostClick)) continue;
        std::printf("%s, voice space %zu: %s going %s clicks by %f\n", kind.info->engine_id, space,
                    kind.info->slots[slot].name, up ? "up" : "down", static_cast<double>(click));
      }
    }
  }
}

}  // namespace

int main() {
  broken_engines_are_caught_by_name();
  a_sound_engine_is_not_accused();
  for (std::size_t e = 0; e < ens::engine_count(); ++e) {
    const ens::EngineKind& kind = ens::engine_at(e);
    makes_no_fault(kind);
    rests_in_the_middle(kind);
    leaves_no_denormals_behind(kind);
    no_jump_of_a_slot_clicks_in_either_channel(kind);
  }
  return ens_test::result();
}
