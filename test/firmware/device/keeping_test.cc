// What was taught is never lost: by another mode, a power cut, an update or a failing flash.
#include "firmware/device/simulated_board.h"

namespace {

using ens::link::Fault;
using ens_test::expect;
using ens_test::Life;
using ens_test::RoomyFlash;

void the_next_mode_while_training_loses_nothing() {
  RoomyFlash flash;
  Life life(flash);
  expect(life.select("paf_synth"), "selects");
  const std::vector<std::uint8_t> untaught_drone = [&] {
    RoomyFlash other;
    Life fresh(other);
    fresh.select("drone");
    return fresh.file();
  }();
  life.teach(12);
  const EnsTrainConfig endless = {1.0f, 1'000'000, 0.0f};
  ens_set_train_config(life.device.instrument(), &endless, 7);
  life.session.train();
  for (int i = 0; i < 50; ++i) life.session.work();
  expect(life.session.training(), "trains still");
  expect(life.select("drone"), "selects the next");
  expect(!life.session.training(), "the training has ended");
  expect(life.file() == untaught_drone, "the next mode is untaught");
  life.rest(10);
  expect(life.select("paf_synth"), "comes back");
  CHECK_EQUAL(life.examples(), 12u);
}

void examples_without_training_outlive_a_power_cut() {
  RoomyFlash flash;
  std::vector<std::uint8_t> taught;
  {
    Life life(flash);
    life.select("wanderer");
    life.teach(3);
    taught = life.file();
    life.rest(2.5);
  }
  Life life(flash);
  expect(life.select("wanderer"), "selects");
  expect(life.file() == taught, "they are there");
}

void a_training_is_stored_when_it_ends() {
  RoomyFlash flash;
  std::vector<std::uint8_t> trained;
  {
    Life life(flash);
    life.teach(4);
    life.train();
    trained = life.file();
  }
  Life life(flash);
  life.select("drone");
  expect(life.file() == trained, "the trained network is there");
}

void only_what_was_taught_is_stored() {
  RoomyFlash flash;
  Life life(flash);
  life.rest(5);
  const int before = life.board.erases();
  for (const char* mode : {"paf_synth", "wanderer", "space_reverb", "drone"}) life.select(mode);
  life.session.jitter(9000);  // untaught: a sound to look at, nothing to keep
  for (const char* mode : {"paf_synth", "drone", "paf_synth", "drone"}) life.select(mode);
  CHECK_EQUAL(life.board.erases() - before, 0);
  life.teach(1);
  life.select("wanderer");
  const int once = life.board.erases();
  life.select("drone");
  CHECK_EQUAL(life.examples(), 1u);
  life.select("wanderer");
  CHECK_EQUAL(life.board.erases() - once, 0);  // what flash holds is not written again
}

void a_flash_that_fails_is_told_and_the_mode_stays() {
  RoomyFlash flash;
  Life life(flash);
  life.teach(5);
  flash.dead = true;
  expect(life.session.select(life.index_of("wanderer")) == ens::link::Status::kFlashFailed, "says");
  expect(life.board.sent.find("not saved: the flash memory failed") != std::string::npos,
         "in words");
  expect(life.is_faulty(Fault::kFlash), "the state says so to a host that comes later");
  CHECK_EQUAL(life.examples(), 5u);
  expect(ens::same_text(life.device.mode().mode_id, "drone"), "the taught mode plays on");
  expect(life.board.instrument != nullptr, "and sounds");
  flash.dead = false;
  expect(life.select("wanderer"), "saved at the next try");
  expect(!life.is_faulty(Fault::kFlash), "the fault is over");
  life.select("drone");
  CHECK_EQUAL(life.examples(), 5u);
}

void what_cannot_be_saved_can_be_given_up() {
  RoomyFlash flash;
  Life life(flash);
  life.teach(5);
  flash.dead = true;
  expect(life.session.select(life.index_of("wanderer"), ens::Unsaved::kDiscard) ==
             ens::link::Status::kOk,
         "on request");
}

void what_is_forgotten_stays_forgotten() {
  RoomyFlash flash;
  Life life(flash);
  life.teach(2);
  life.train();
  expect(life.device.forget() == ens::FlashStatus::kOk, "forgets");
  life.rest(5);
  life.select("wanderer");
  life.select("drone");
  CHECK_EQUAL(life.examples(), 0u);
}

void clearing_is_stored_too() {
  RoomyFlash flash;
  Life life(flash);
  life.teach(2);
  life.rest(3);
  life.session.clear_examples();
  life.select("wanderer");
  life.select("drone");
  CHECK_EQUAL(life.examples(), 0u);
}

void a_file_that_does_not_fit_is_told() {
  RoomyFlash flash;
  {
    ens_test::SimulatedBoard board(flash);
    const char* id = "drone";
    const std::uint32_t key =
        ens::crc32(reinterpret_cast<const std::uint8_t*>(id), 5) & 0x7fffffffu;
    const std::uint8_t foreign[100] = {};
    board.keep(key, foreign, sizeof foreign);
  }
  Life life(flash);
  life.select("drone");
  expect(life.is_faulty(Fault::kUnfit), "the state says so");
  life.select("wanderer");
  expect(!life.is_faulty(Fault::kUnfit), "of that mode alone");
}

// Whatever is pressed and wherever the power is cut, each mode comes back with what it had after
// the last save, or with what it had later.
void power_cuts_anywhere_lose_no_older_teaching() {
  std::mt19937 random(5);
  RoomyFlash flash;
  std::map<std::string, std::uint32_t> safe;
  for (int round = 0; round < 120; ++round) {
    flash.operations_left = -1;
    flash.dead = false;
    Life life(flash);
    for (const auto& [mode, examples] : safe) {
      life.select(mode.c_str());
      expect(life.examples() >= examples, "what was safe is there");
    }
    const char* const mode = ens::image::kModes.modes[random() % ens::image::kModes.count].mode_id;
    life.select(mode);
    safe[mode] = life.examples();
    if (life.examples() > 20) continue;
    life.teach(1);
    flash.operations_left = static_cast<long>(random() % 40);
    life.rest(2.5);
    if (!flash.dead) safe[mode] = life.examples();
  }
}

}  // namespace

int main() {
  the_next_mode_while_training_loses_nothing();
  examples_without_training_outlive_a_power_cut();
  a_training_is_stored_when_it_ends();
  only_what_was_taught_is_stored();
  a_flash_that_fails_is_told_and_the_mode_stays();
  what_cannot_be_saved_can_be_given_up();
  what_is_forgotten_stays_forgotten();
  clearing_is_stored_too();
  a_file_that_does_not_fit_is_told();
  power_cuts_anywhere_lose_no_older_teaching();
  return ens_test::result();
}
