// @generated from dsl/contract/ by `npm run gen`.
// Do not edit: change the source and generate again.
#pragma once

namespace ens {

// The meaning of a status of the C ABI, without capital and full stop.
constexpr const char* message_of(int status) {
  switch (status) {
    case 0:
      return "done";
    case 1:
      return "there are no examples yet: add one first";
    case 2:
      return "the example memory is full: remove an example, or clear them";
    case 3:
      return "learning_rate must be above 0 up to 100, max_iterations 1 to 1000000, min_error 0 to 1";
    case 4:
      return "layer sizes beyond the limits, or not those of channels and params";
    case 5:
      return "no such index, or a value above 1";
    case 6:
      return "the memory is too small or not aligned to 16 bytes";
    case 7:
      return "training is running: wait until it ends, or cancel it";
    case 8:
      return "no training is running";
    case 9:
      return "there is nothing to undo";
    case 10:
      return "the file does not fit into the memory there is for it";
    case 11:
      return "this is not a taught file";
    case 12:
      return "the file is damaged";
    case 13:
      return "the file is from a newer version: update the software that reads it";
    case 14:
      return "the file was taught for another mode: select that mode first";
    case 15:
      return "no sound is being explored: begin with one first";
    case 32:
      return "the instrument is null or was destroyed";
    case 33:
      return "there is no engine with this id";
    case 34:
      return "there is no input channel with this name";
    case 35:
      return "the engine has no slot for this param";
    case 36:
      return "too many notes at once: this one was dropped";
  }
  return "unknown status";
}

}  // namespace ens
