// The result of an operation of the learning core: every possible error has a name here.
#pragma once

#include <cstdint>

namespace ens {

enum class Status : std::uint8_t {
  kOk = 0,
  kNoExamples,      // training was requested, but there are no examples
  kExamplesFull,    // the store holds as many examples as it can; nothing was added
  kBadConfig,       // a training setting is out of range; nothing was changed
  kBadShape,        // layer sizes outside the limits of shape.h
  kBadValue,        // a unit value above 32768
  kNoMemory,        // the memory given is too small or not aligned to 16 bytes
  kTraining,        // not while training runs: finish or cancel it first
  kNotTraining,     // there is no training to step
  kNothingToUndo,   // no change of the weights to revert
  kBufferTooSmall,  // the file needs more room than given
  kFileForeign,     // not a taught file
  kFileDamaged,     // truncated, too long, a flipped bit, or numbers no core writes
  kFileNewer,       // written by a later version of the format
  kFileMismatch,    // a valid taught file, but of another mode or shape
  kNotExploring,    // no sound is being explored
};

}  // namespace ens
