// Voices of a module know what the first has learned, without taking long over it in any tick.
#include "host/voices.h"

#include <cstring>
#include <vector>

#include "firmware/check.h"
#include "host/names.h"

namespace {

using ens::host::Player;
using ens::host::Voices;

std::unique_ptr<Voices> open(std::uint32_t count) {
  EnsStatus status = ENS_BAD_VALUE;
  auto voices = Voices::open(*ens::host::find_mode("fm_voice"), 48000.0, &status);
  CHECK_EQUAL(status, ENS_OK);
  voices->set_count(count);
  return voices;
}

void tick(Voices* voices) {
  float left[ENS_TICK_FRAMES] = {};
  float right[ENS_TICK_FRAMES] = {};
  voices->follow();
  for (std::uint32_t voice = 0; voice < voices->count(); ++voice) {
    (*voices)[voice].process(left, right, left, right, ENS_TICK_FRAMES);
  }
}

void teach(Player* player, std::uint32_t place) {
  player->set_input(0, place * 8000);
  for (std::uint32_t param = 0; param < player->mode().param_count; ++param) {
    player->set_param(param, (place * 7919 + param * 3571) % 32769);
  }
  ens_record_example(player->instrument());
  player->touch();
}

int lessons(Voices* voices, std::uint32_t voice) {
  return static_cast<int>(ens_example_count((*voices)[voice].instrument()));
}

void each_voice_learns_in_a_tick_of_its_own() {
  auto voices = open(16);
  for (std::uint32_t place = 0; place < 3; ++place) {
    teach(&voices->first(), place);
    tick(voices.get());
  }
  int ticks = 0;
  for (; lessons(voices.get(), 15) < 3 && ticks < 100; ++ticks) {
    int before[16];
    for (std::uint32_t voice = 0; voice < 16; ++voice) before[voice] = lessons(voices.get(), voice);
    voices->follow();
    int learned = 0;
    for (std::uint32_t voice = 0; voice < 16; ++voice) {
      learned += lessons(voices.get(), voice) != before[voice] ? 1 : 0;
    }
    CHECK(learned <= 1);
    tick(voices.get());
  }
  CHECK(ticks < 100);
  const std::vector<std::uint8_t> taught = voices->first().save();
  for (std::uint32_t voice = 1; voice < 16; ++voice) {
    const std::vector<std::uint8_t> other = (*voices)[voice].save();
    CHECK(other.size() == taught.size() &&
          std::memcmp(other.data(), taught.data(), taught.size()) == 0);
  }
}

void a_voice_that_joins_knows_it_at_once() {
  auto voices = open(1);
  teach(&voices->first(), 1);
  for (int i = 0; i < 50; ++i) tick(voices.get());
  voices->set_count(2);
  CHECK_EQUAL(lessons(voices.get(), 0), 1);
  CHECK_EQUAL(lessons(voices.get(), 1), 1);
}

}  // namespace

int main() {
  each_voice_learns_in_a_tick_of_its_own();
  a_voice_that_joins_knows_it_at_once();
  return ens_test::result();
}
