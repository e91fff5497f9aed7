// Every taught sound comes back at its place, however close the places are and however different
// the sounds; of places too close for that the newest wins.
#include "core/anchors.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "core/learner.h"
#include "core/rng.h"
#include "firmware/check.h"

namespace {

using Inputs = std::vector<std::uint16_t>;

constexpr int kOutputs = 22;
constexpr std::uint16_t kHalf = ens::kUnitOne / 2;
// A taught sound comes back to 1/4096 of the range.
constexpr int kMiss = ens::kUnitOne / 4096;

struct Taught {
  std::vector<Inputs> places;
  std::vector<std::vector<std::uint16_t>> sounds;
};

// The largest miss at the places, of all outputs; with `from`, of those taught from it on.
int largest_miss(const Taught& taught, std::size_t from = 0) {
  const int sizes[] = {static_cast<int>(taught.places[0].size()), 10, 10, 14, kOutputs};
  const ens::Shape shape = ens::Shape::of(sizes, 5);
  const std::size_t bytes = ens::Learner::bytes(shape, ens::kMaxAnchors);
  std::vector<std::max_align_t> memory(bytes / sizeof(std::max_align_t) + 1);
  ens::Learner learner;
  CHECK(learner.open(shape, ens::kMaxAnchors, memory.data(), bytes) == ens::Status::kOk);
  learner.start({1, kHalf, {1.0f, 1000, 0.001f}});
  for (std::size_t i = 0; i < taught.places.size(); ++i) {
    learner.add_example(taught.places[i].data(), taught.sounds[i].data());
  }
  learner.settle();
  int miss = 0;
  for (std::size_t i = from; i < taught.places.size(); ++i) {
    std::uint16_t heard[kOutputs];
    learner.infer(taught.places[i].data(), heard);
    for (int k = 0; k < kOutputs; ++k) {
      miss = std::max(miss, std::abs(int{heard[k]} - int{taught.sounds[i][k]}));
    }
  }
  return miss;
}

std::vector<std::uint16_t> random_sound(ens::Rng* random) {
  std::vector<std::uint16_t> sound(kOutputs);
  for (std::uint16_t& unit : sound) {
    unit = static_cast<std::uint16_t>(random->next() % (ens::kUnitOne + 1));
  }
  return sound;
}

// Sounds of nothing but ends of the range, the other end at each next place: the steepest map.
std::vector<std::uint16_t> steep_sound(std::size_t place) {
  return std::vector<std::uint16_t>(kOutputs, place % 2 == 0 ? 0 : ens::kUnitOne);
}

// Keys of a keyboard from `lowest` up, the first of `inputs` channels.
Taught keys(int inputs, int count, std::uint32_t seed) {
  ens::Rng random(seed);
  Taught taught;
  for (int key = 0; key < count; ++key) {
    Inputs place(static_cast<std::size_t>(inputs), kHalf);
    place[0] = static_cast<std::uint16_t>((32 + key) * ens::kUnitOne / 127);
    taught.places.push_back(place);
    taught.sounds.push_back(random_sound(&random));
  }
  return taught;
}

void every_key_of_a_keyboard_has_a_sound_of_its_own() {
  for (const int inputs : {1, 2, 4, 5, 16}) {
    for (std::uint32_t seed = 1; seed <= 10; ++seed) {
      CHECK(largest_miss(keys(inputs, 49, seed)) <= kMiss);
    }
  }
  for (std::uint32_t seed = 1; seed <= 10; ++seed) CHECK(largest_miss(keys(4, 64, seed)) <= kMiss);
}

// Places in a row along the first channel, `apart` of the range from each other.
Taught row(int inputs, int count, double apart) {
  Taught taught;
  for (int i = 0; i < count; ++i) {
    Inputs place(static_cast<std::size_t>(inputs), kHalf);
    place[0] = static_cast<std::uint16_t>(kHalf + i * apart * ens::kUnitOne);
    taught.places.push_back(place);
    taught.sounds.push_back(steep_sound(static_cast<std::size_t>(i)));
  }
  return taught;
}

void the_steepest_map_is_exact_at_the_least_distance() {
  struct Case {
    int inputs;
    double apart;
  };
  for (const auto& [inputs, apart] :
       {Case{1, 0.0025}, Case{2, 0.0025}, Case{4, 0.0025}, Case{5, 0.005}, Case{16, 0.005},
        Case{17, 0.01}, Case{64, 0.01}}) {
    for (const int count : {2, 3, 4, 8}) CHECK(largest_miss(row(inputs, count, apart)) <= kMiss);
  }
}

void of_places_that_are_closer_the_newest_wins() {
  for (const int inputs : {1, 4, 5, 16, 17, 64}) {
    const Taught taught = row(inputs, 4, 0.0006);
    CHECK(largest_miss(taught, 3) <= kMiss);
  }
}

// The weights of so many places need sums of 64 bits.
void the_steepest_map_of_all_places_is_exact_too() {
  for (const int inputs : {1, 4}) {
    CHECK(largest_miss(row(inputs, ens::kMaxAnchors, 0.0025)) <= kMiss);
  }
  for (const int inputs : {5, 16}) {
    CHECK(largest_miss(row(inputs, ens::kMaxAnchors, 0.005)) <= kMiss);
  }
}

}  // namespace

int main() {
  every_key_of_a_keyboard_has_a_sound_of_its_own();
  the_steepest_map_is_exact_at_the_least_distance();
  of_places_that_are_closer_the_newest_wins();
  the_steepest_map_of_all_places_is_exact_too();
  return ens_test::result();
}
