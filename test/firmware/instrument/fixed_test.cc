// An instrument with the kernels of a shape known to the compiler sounds as one whose shape is
// given at run time: what a board may choose and what a browser must do are the same bits.
#include "core/kernels.h"
#include "core/learner.h"
#include "engines/registry.h"
#include "firmware/check.h"
#include "firmware/instrument/player.h"
#include "instrument/instrument.h"

namespace {

inline constexpr int kSizes[] = {2, 10, 10, 33};
constexpr ens::Shape kShape = ens::Shape::of(kSizes, 4);
constexpr int kCapacity = 16;

ens::Learner network;
alignas(16) unsigned char network_memory[ens::Learner::bytes(kShape, kCapacity)];
alignas(16) unsigned char engine_memory[1 << 18];

void fixed_and_given_shapes_sound_the_same() {
  const ens_test::Mode mode = {
      "paf_synth", {"joy_x", "wander_0"}, ens_test::all_slots("paf_synth")};
  const ens_test::Player player(mode);
  CHECK_EQUAL(player.status(), ENS_OK);

  const ens::EngineKind* kind = ens::find_engine("paf_synth");
  CHECK(kind->bytes <= sizeof engine_memory);
  ens::Wiring wiring;
  const ens::ModeNames names = {mode.channels.data(), mode.channels.size(), mode.params.data(),
                                mode.params.size()};
  CHECK(ens::wire(*kind->info, names, &wiring) == ens::WiringFault::kNone);
  CHECK(network.open(kShape, kCapacity, network_memory, sizeof network_memory) == ens::Status::kOk);
  CHECK(network.use(&ens::kernel::Compiled<kSizes>::kKernels));
  CHECK(network.start({mode.seed, 16384, {1.0f, 1000, 0.001f}}) == ens::Status::kOk);
  ens::Instrument<ens::Learner> fixed(&network, wiring, kind->make(engine_memory), nullptr, 48000,
                                      mode.seed);

  const std::uint16_t here[] = {1000, 20000};
  const std::vector<std::uint16_t> params(33, 12345);
  network.add_example(here, params.data());
  ens_add_example(*player, here, params.data());
  fixed.control().set_train_budget(2);
  ens_set_train_budget(*player, 2);
  network.begin_training();
  ens_train_begin(*player);
  float left[2][64];
  float right[2][64];
  for (std::uint32_t tick = 0; tick < 750; ++tick) {
    const std::uint16_t x = static_cast<std::uint16_t>(tick * 43);
    CHECK(fixed.control().set_input(0, x));
    ens_set_input(*player, 0, x);
    fixed.process(nullptr, nullptr, left[0], right[0], 64);
    ens_process(*player, nullptr, nullptr, left[1], right[1], 64);
    for (int i = 0; i < 64; ++i) CHECK(left[0][i] == left[1][i] && right[0][i] == right[1][i]);
  }
  CHECK(network.progress().state == ens::TrainState::kConverged);
}

}  // namespace

int main() {
  fixed_and_given_shapes_sound_the_same();
  return ens_test::result();
}
