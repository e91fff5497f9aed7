// What the compiler knows of each mode of an image: the memory it takes and the kernels of its
// network.
#include "device/image.h"

#include <cstring>
#include <vector>

#include "abi/mode_config.h"
#include "firmware/check.h"

namespace {

const ens::ModeList& kModes = ens::image::kModes;

EnsInstrument* make(const ens::mode::Mode& mode, std::vector<std::uint8_t>* block) {
  const EnsConfig config = ens::mode_config(mode);
  block->resize(ens_instance_bytes(&config, nullptr) + 16);
  const auto at = reinterpret_cast<std::uintptr_t>(block->data());
  std::uint8_t* aligned = block->data() + (16 - at % 16) % 16;
  EnsInstrument* instrument = nullptr;
  ens_create(&config, aligned, static_cast<std::uint32_t>(block->size() - 16), &instrument);
  return instrument;
}

template <class Mode>
void memory_is_what_creating_asks_for(std::size_t* largest) {
  const EnsConfig config = ens::mode_config(ens::mode::mode_of<Mode>());
  const std::size_t asked = ens_instance_bytes(&config, nullptr);
  CHECK_EQUAL(ens::image::Memory<Mode>::kInstrument, asked);
  if (asked > *largest) *largest = asked;
}

template <class... Modes>
struct EachMode {
  static void check() {
    std::size_t largest = 0;
    (memory_is_what_creating_asks_for<Modes>(&largest), ...);
    CHECK_EQUAL(ens::image::kArenaBytes, largest);
  }
};

// Teaches, trains and plays; gives the taught file and what the network says to a few inputs.
std::vector<std::uint8_t> work(EnsInstrument* instrument, const ens::mode::Mode& mode) {
  ens::Learner& network = instrument->network;
  std::uint16_t in[ens::kMaxInputs] = {};
  std::uint16_t out[ens::kMaxOutputs] = {};
  ens::Rng random(5);
  for (int example = 0; example < 5; ++example) {
    for (auto& value : in) value = static_cast<std::uint16_t>(random.next() >> 16);
    for (auto& value : out) value = static_cast<std::uint16_t>(random.next() >> 17);
    for (auto& value : in) value = value > 32768 ? 32768 : value;
    CHECK(network.add_example(in, out) == ens::Status::kOk);
  }
  CHECK(network.train(1.0f, 40, 0.0f) == ens::Status::kOk);
  std::vector<std::uint8_t> result(1 << 16);
  std::uint32_t size = 0;
  CHECK_EQUAL(ens_save(instrument, result.data(), static_cast<std::uint32_t>(result.size()), &size),
              ENS_OK);
  result.resize(size);
  for (int turn = 0; turn < 20; ++turn) {
    for (auto& value : in) value = static_cast<std::uint16_t>(random.next() >> 16);  // above 1 too
    network.infer(in, out);
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(out);
    result.insert(result.end(), bytes, bytes + 2 * mode.param_count);
  }
  return result;
}

void a_full_taught_file_of_every_mode_fits_the_scratch_memory() {
  std::size_t largest = 0;
  for (std::size_t i = 0; i < kModes.count; ++i) {
    std::vector<std::uint8_t> block;
    EnsInstrument* instrument = make(kModes.modes[i], &block);
    if (!CHECK(instrument != nullptr)) continue;
    std::uint16_t in[ens::kMaxInputs] = {};
    const std::uint16_t out[ens::kMaxOutputs] = {};
    for (int example = 0; example < instrument->network.capacity(); ++example, ++in[0]) {
      CHECK_EQUAL(ens_add_example(instrument, in, out), ENS_OK);
    }
    CHECK_EQUAL(ens_set_locks(instrument, out), ENS_OK);
    CHECK_EQUAL(ens_set_scale(instrument, ENS_SCALE_CHROMATIC), ENS_OK);
    const std::size_t size = ens_save_bytes(instrument);
    if (size > largest) largest = size;
  }
  CHECK(largest <= ens::image::kFileBytes);
  // Of the longest mode id a file may have, not of these.
  CHECK(largest + ens::kMaxModeIdBytes >= ens::image::kFileBytes);
}

void kernels_of_a_mode_give_the_bits_of_the_general_code() {
  for (std::size_t i = 0; i < kModes.count; ++i) {
    std::vector<std::uint8_t> blocks[2];
    EnsInstrument* general = make(kModes.modes[i], &blocks[0]);
    EnsInstrument* compiled = make(kModes.modes[i], &blocks[1]);
    if (!CHECK(general != nullptr && compiled != nullptr)) continue;
    CHECK(compiled->network.use(kModes.kernels[i]));
    CHECK(general->network.store().kernels() == nullptr);
    CHECK(work(general, kModes.modes[i]) == work(compiled, kModes.modes[i]));
  }
}

inline constexpr int kLonger[] = {3, 5, 5, 4};
inline constexpr int kShorter[] = {3, 5, 4};
inline constexpr int kWider[] = {3, 6, 4};

void kernels_of_another_shape_are_refused() {
  alignas(16) static std::uint8_t memory[8192];
  ens::ArenaStore store;
  CHECK(store.open(ens::Shape::of(kShorter, 3), 2, memory, sizeof memory) == ens::Status::kOk);
  CHECK(!store.use(nullptr));
  CHECK(!store.use(&ens::kernel::Compiled<kLonger>::kKernels));
  CHECK(!store.use(&ens::kernel::Compiled<kWider>::kKernels));
  CHECK(store.kernels() == nullptr);
  CHECK(store.use(&ens::kernel::Compiled<kShorter>::kKernels));
  // Opened anew, the shape may be another.
  CHECK(store.open(ens::Shape::of(kWider, 3), 2, memory, sizeof memory) == ens::Status::kOk);
  CHECK(store.kernels() == nullptr);
}

}  // namespace

int main() {
  ens::mode::AllModes<EachMode>::check();
  a_full_taught_file_of_every_mode_fits_the_scratch_memory();
  kernels_of_a_mode_give_the_bits_of_the_general_code();
  kernels_of_another_shape_are_refused();
  return ens_test::result();
}
