// What a handle of the C ABI points to, an instrument with all it needs in one block of memory, and
// how the core's answers become the ABI's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/abi.h"
#include "core/learner.h"
#include "core/taught.h"
#include "engines/registry.h"
#include "instrument/instrument.h"

struct EnsInstrument {
  static constexpr std::uint32_t kAlive = 0x454e5331;  // "ENS1"

  EnsInstrument(const ens::Wiring& wiring, ens::Engine* engine, ens::Engine* analyser,
                std::uint32_t rate_hz, std::uint32_t seed)
      : sample_rate_hz(rate_hz),
        driver(ens::driver_config(engine->info().driver, wiring.listens())),
        instrument(&network, wiring, engine, analyser, rate_hz, seed) {}

  ens::ControlSide<ens::Learner>& control() { return instrument.control(); }
  const ens::ControlSide<ens::Learner>& control() const { return instrument.control(); }

  std::uint32_t alive = kAlive;
  std::uint32_t learning_hash = 0;
  char mode_id[ens::kMaxModeIdBytes] = {};
  std::size_t mode_id_length = 0;
  std::uint32_t sample_rate_hz;
  ens::DriverConfig driver;
  ens::Learner network;
  ens::Instrument<ens::Learner> instrument;
};

namespace ens {

// Catches the two mistakes a host can make with a handle: null, and use after ens_destroy.
inline bool is_alive(const EnsInstrument* instrument) {
  return instrument != nullptr && instrument->alive == EnsInstrument::kAlive;
}

// Where the parts of an instrument lie in its block, as byte offsets, and the size of the block.
// `analyser_bytes` is 0 when the instrument has no separate analyser.
struct BlockPlan {
  static constexpr std::size_t kAlignment = 16;

  constexpr BlockPlan() = default;
  constexpr BlockPlan(std::size_t engine_bytes, std::size_t analyser_bytes,
                      std::size_t network_bytes)
      : engine_at(aligned(sizeof(EnsInstrument))),
        analyser_at(engine_at + aligned(engine_bytes)),
        network_at(analyser_at + aligned(analyser_bytes)),
        bytes(network_at + aligned(network_bytes)) {}

  static constexpr std::size_t aligned(std::size_t bytes) {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
  }

  std::size_t engine_at = 0;
  std::size_t analyser_at = 0;
  std::size_t network_at = 0;
  std::size_t bytes = 0;
};

// No switch below has a default: the compiler reports what the contract (dsl/contract) lacks.
constexpr EnsStatus code(Status status) {
  switch (status) {
      // generated: core-statuses
    case Status::kOk:
      return ENS_OK;
    case Status::kNoExamples:
      return ENS_NO_EXAMPLES;
    case Status::kExamplesFull:
      return ENS_EXAMPLES_FULL;
    case Status::kBadConfig:
      return ENS_BAD_CONFIG;
    case Status::kBadShape:
      return ENS_BAD_SHAPE;
    case Status::kBadValue:
      return ENS_BAD_VALUE;
    case Status::kNoMemory:
      return ENS_NO_MEMORY;
    case Status::kTraining:
      return ENS_TRAINING;
    case Status::kNotTraining:
      return ENS_NOT_TRAINING;
    case Status::kNothingToUndo:
      return ENS_NOTHING_TO_UNDO;
    case Status::kBufferTooSmall:
      return ENS_BUFFER_TOO_SMALL;
    case Status::kFileForeign:
      return ENS_FILE_FOREIGN;
    case Status::kFileDamaged:
      return ENS_FILE_DAMAGED;
    case Status::kFileNewer:
      return ENS_FILE_NEWER;
    case Status::kFileMismatch:
      return ENS_FILE_MISMATCH;
    case Status::kNotExploring:
      return ENS_NOT_EXPLORING;
      // end
  }
  return ENS_BAD_VALUE;
}

constexpr uint32_t code(TrainState state) {
  switch (state) {
      // generated: core-train-state
    case TrainState::kIdle:
      return ENS_TRAIN_IDLE;
    case TrainState::kRunning:
      return ENS_TRAIN_RUNNING;
    case TrainState::kConverged:
      return ENS_TRAIN_CONVERGED;
    case TrainState::kExhausted:
      return ENS_TRAIN_EXHAUSTED;
    case TrainState::kCancelled:
      return ENS_TRAIN_CANCELLED;
      // end
  }
  return ENS_TRAIN_IDLE;
}

constexpr uint32_t code(AudioInput input) {
  switch (input) {
    // generated: core-audio-input
    case AudioInput::kNone:
      return ENS_INPUT_NONE;
    case AudioInput::kLine:
      return ENS_INPUT_LINE;
    case AudioInput::kMicrophone:
      return ENS_INPUT_MICROPHONE;
      // end
  }
  return ENS_INPUT_NONE;
}

constexpr uint32_t code(Role role) {
  switch (role) {
    // generated: core-role
    case Role::kNone:
      return ENS_ROLE_NONE;
    case Role::kLevel:
      return ENS_ROLE_LEVEL;
    case Role::kMix:
      return ENS_ROLE_MIX;
    case Role::kCutoff:
      return ENS_ROLE_CUTOFF;
      // end
  }
  return ENS_ROLE_NONE;
}

constexpr EnsDriverConfig to_abi(const DriverConfig& config) {
  return {code(config.input), config.line_level, config.microphone_gain_db, config.output_volume,
          config.sample_rate_hz};
}

}  // namespace ens
