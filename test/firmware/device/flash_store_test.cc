// The flash store against a simulated NOR flash that loses power inside any erase or program, and
// whose last sector firmware updates erase.
#include "device/flash_store.h"

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "device/flash_plan.h"
#include "firmware/device/simulated_flash.h"

namespace {

using ens_test::expect;
using ens_test::SimulatedFlash;

using Store = ens::FlashStore<SimulatedFlash>;
using Blob = std::vector<std::uint8_t>;

Blob blob_of(std::size_t size, std::uint32_t seed) {
  Blob blob(size);
  std::mt19937 random(seed);
  for (auto& byte : blob) byte = static_cast<std::uint8_t>(random());
  return blob;
}

ens::FlashStatus save(Store& store, std::uint32_t key, const Blob& blob) {
  return store.save(key, blob.data(), blob.size());
}

// What `key` loads as; `found` says whether there is anything.
Blob load(const Store& store, std::uint32_t key, bool& found) {
  Blob blob(64 * 4096);
  std::size_t size = 0;
  found = store.load(key, blob.data(), blob.size(), size) == ens::FlashStatus::kOk;
  blob.resize(found ? size : 0);
  return blob;
}

bool holds(const Store& store, std::uint32_t key, const Blob& blob) {
  bool found = false;
  return load(store, key, found) == blob && found;
}

void test_round_trip() {
  SimulatedFlash flash;
  Store store(flash);
  bool found = true;
  load(store, 1, found);
  expect(!found, "foreign bytes hold nothing");
  for (const std::size_t size : {0u, 1u, 4063u, 4064u, 4065u, 12000u}) {
    const Blob blob = blob_of(size, static_cast<std::uint32_t>(size));
    expect(save(store, 7, blob) == ens::FlashStatus::kOk, "saves");
    expect(holds(store, 7, blob), "loads what was saved");
    expect(holds(Store(flash), 7, blob), "loads it after a restart");
  }
}

void test_refusals() {
  SimulatedFlash flash;
  Store store(flash);
  const Blob half = blob_of(6 * Store::kPayload, 1);
  expect(save(store, 1, half) == ens::FlashStatus::kOk, "half of the flash fits");
  const Blob more = blob_of(7 * Store::kPayload, 2);
  expect(save(store, 1, more) == ens::FlashStatus::kNoRoom, "no room while the old one stands");
  expect(holds(store, 1, half), "a refused save changes nothing");
  expect(save(store, 2, blob_of(65 * Store::kPayload, 3)) == ens::FlashStatus::kTooLarge,
         "too large");
  // Kept small: an array of ten bytes makes -O3 warn of the copy that is never reached.
  Blob room(Store::kMaxParts * Store::kPayload);
  std::size_t size = 0;
  expect(store.load(1, room.data(), 10, size) == ens::FlashStatus::kTooLarge, "buffer too small");
}

// Cuts the power at every operation of a save of `fresh` over `old`; another key stands beside.
void test_power_cut_while_saving() {
  const Blob old = blob_of(9000, 1);
  const Blob fresh = blob_of(11000, 2);
  const Blob other = blob_of(5000, 3);
  long cut = 0;
  int seen_old = 0;
  for (bool done = false; !done; ++cut) {
    SimulatedFlash flash;
    flash.random.seed(static_cast<std::uint32_t>(cut));
    {
      Store store(flash);
      save(store, 1, old);
      save(store, 2, other);
      flash.operations_left = cut;
      done = save(store, 1, fresh) == ens::FlashStatus::kOk;
    }
    flash.operations_left = -1;
    flash.dead = false;
    Store store(flash);
    const bool is_old = holds(store, 1, old);
    seen_old += is_old;
    expect(is_old || holds(store, 1, fresh), "after a cut the old or the new blob is there");
    expect(!done || !is_old, "a save that said so is there");
    expect(holds(store, 2, other), "the other key is untouched");
    expect(save(store, 1, fresh) == ens::FlashStatus::kOk, "saving works after a cut");
    expect(holds(store, 1, fresh), "and is read back");
  }
  expect(cut > 40 && seen_old > 40, "the cuts were inside the save");
}

void test_power_cut_while_forgetting() {
  for (long cut = 0; cut < 12; ++cut) {
    SimulatedFlash flash;
    flash.random.seed(static_cast<std::uint32_t>(cut));
    const Blob last = blob_of(9000, 4);
    {
      Store store(flash);
      for (std::uint32_t i = 0; i < 3; ++i) save(store, 1, blob_of(9000, i));
      save(store, 1, last);
      flash.operations_left = cut;
      store.forget(1);
    }
    flash.operations_left = -1;
    flash.dead = false;
    Store store(flash);
    bool found = false;
    const Blob now = load(store, 1, found);
    expect(!found || now == last, "an old version never comes back");
    expect(store.forget(1) == ens::FlashStatus::kOk, "forgets");
    load(store, 1, found);
    expect(!found, "is forgotten");
    load(Store(flash), 1, found);
    expect(!found, "is forgotten after a restart");
  }
}

void test_wear() {
  SimulatedFlash flash;
  Store store(flash);
  save(store, 9, blob_of(4000, 1));  // one sector that never moves
  for (std::uint32_t i = 0; i < 1100; ++i) save(store, i % 2, blob_of(4000, i));
  int least = 1 << 30;
  int most = 0;
  for (std::size_t sector = 0; sector < SimulatedFlash::kSectorCount; ++sector) {
    if (flash.erases[sector] <= 1) continue;  // the one that rests
    least = flash.erases[sector] < least ? flash.erases[sector] : least;
    most = flash.erases[sector] > most ? flash.erases[sector] : most;
  }
  expect(most <= least + 2, "all sectors wear alike");
  std::printf("wear: %d to %d erases\n", least, most);
}

// Random saves, cuts and restarts against a plain map.
void test_against_a_model() {
  SimulatedFlash flash;
  std::map<std::uint32_t, Blob> model;
  std::mt19937 random(2026);
  for (std::uint32_t round = 0; round < 3000; ++round) {
    Store store(flash);
    const auto key = static_cast<std::uint32_t>(random() % 3);
    const Blob blob = blob_of(random() % 10000, round);
    flash.operations_left = random() % 2 == 0 ? -1 : static_cast<long>(random() % 60);
    const bool saved = save(store, key, blob) == ens::FlashStatus::kOk;
    flash.operations_left = -1;
    flash.dead = false;
    Store after(flash);
    if (saved || holds(after, key, blob)) model[key] = blob;
    for (const auto& [each, expected] : model) expect(holds(after, each, expected), "model agrees");
  }
}

// The store in a whole flash chip, as a board lays it out.
struct PlannedFlash {
  static constexpr std::size_t kSectorSize = ens::FlashPlan::kSectorBytes;
  static constexpr std::size_t kSectorCount = ens::FlashPlan::kStoreSectors;
  static constexpr std::size_t kFlashBytes = 4 << 20;

  std::vector<std::uint8_t> chip = std::vector<std::uint8_t>(kFlashBytes, 0xff);

  std::uint8_t* at(std::size_t sector) {
    return &chip[ens::FlashPlan::store_begin(kFlashBytes) + sector * kSectorSize];
  }
  bool erase(std::size_t sector) {
    if (operations_left == 0) return false;
    const bool whole = spend();
    for (std::size_t i = 0; i < kSectorSize; ++i) {
      at(sector)[i] = static_cast<std::uint8_t>(whole ? 0xffu : at(sector)[i] | random());
    }
    return whole;
  }
  bool program(std::size_t sector, std::size_t offset, const std::uint8_t* from, std::size_t size) {
    if (operations_left == 0) return false;
    const bool whole = spend();
    for (std::size_t i = 0; i < size; ++i) {
      const auto kept = static_cast<std::uint8_t>(whole ? 0u : random());
      at(sector)[offset + i] &= static_cast<std::uint8_t>(from[i] | kept);
    }
    return whole;
  }
  const std::uint8_t* read(std::size_t sector) { return at(sector); }

  // Operations until the power is cut, in the middle of one; -1: it stays.
  long operations_left = -1;
  std::mt19937 random{7};

  bool spend() {
    if (operations_left == 0) return false;
    if (operations_left > 0) --operations_left;
    return operations_left != 0;
  }

  // What copying a UF2 to a chip of revision A2 does: the program's sectors, and the sector that
  // its first block is addressed to, 0xffff00 into a window of 16 MB (RP2350-E10).
  void update(std::size_t program_bytes) {
    std::fill_n(chip.begin(), program_bytes, std::uint8_t{0x42});
    const std::size_t block = 0xffff00 % kFlashBytes / kSectorSize * kSectorSize;
    std::fill_n(chip.begin() + static_cast<std::ptrdiff_t>(block), kSectorSize, std::uint8_t{0xff});
  }
};

// Two thousand updates, each after a save that the power is cut in the middle of half of the time:
// every mode has what was last saved, or what was being saved.
void test_updates_and_power_cuts_keep_everything() {
  PlannedFlash flash;
  std::map<std::uint32_t, Blob> model;
  std::mt19937 random(2350);
  for (std::uint32_t round = 0; round < 2000; ++round) {
    const auto key = static_cast<std::uint32_t>(random() % 8);
    const Blob blob = blob_of(1000 + random() % 10000, round);
    flash.operations_left = random() % 2 == 0 ? -1 : static_cast<long>(random() % 50);
    ens::FlashStore<PlannedFlash> store(flash);
    const bool saved = store.save(key, blob.data(), blob.size()) == ens::FlashStatus::kOk;
    flash.operations_left = -1;
    flash.update(64 << 10);
    const ens::FlashStore<PlannedFlash> after(flash);
    const auto found = [&](std::uint32_t of) {
      Blob bytes(12000);
      std::size_t size = 0;
      after.load(of, bytes.data(), bytes.size(), size);
      bytes.resize(size);
      return bytes;
    };
    if (saved || found(key) == blob) model[key] = blob;
    for (const auto& [each, expected] : model) {
      expect(found(each) == expected, "an update or a power cut loses nothing");
    }
  }
}

}  // namespace

int main() {
  test_updates_and_power_cuts_keep_everything();
  test_round_trip();
  test_refusals();
  test_power_cut_while_saving();
  test_power_cut_while_forgetting();
  test_wear();
  test_against_a_model();
  return ens_test::result();
}
