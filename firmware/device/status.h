// What a call of the instrument or of the flash answers on the serial wire.
#pragma once

#include "abi/abi.h"
#include "contract.h"
#include "device/flash_store.h"

namespace ens {

constexpr link::Status status_of(EnsStatus status) {
  return static_cast<link::Status>(status);
}

constexpr link::Status status_of(FlashStatus status) {
  switch (status) {
    case FlashStatus::kOk:
    case FlashStatus::kNotFound:
      return link::Status::kOk;
    case FlashStatus::kNoRoom:
    case FlashStatus::kTooLarge:
      return link::Status::kFlashFull;
    case FlashStatus::kFailed:
      break;
  }
  return link::Status::kFlashFailed;
}

}  // namespace ens
