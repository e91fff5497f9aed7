// @generated from dsl/contract/ by `npm run gen`.
// Do not edit: change the source and generate again.
#pragma once

#include "contract.h"
#include "device/answering.h"

namespace ens::link {

// Reads the fields of a request, has `handler` handle them and writes its answer: every request calls
// `Status handle(const request::X&)` or `Status handle(const request::X&, answer::X&)`. A handler
// that lacks one does not compile.
template <class Reader, class Writer, class Handler>
Status dispatch(std::uint8_t type, Reader& in, Writer& out, Handler& handler) {
  switch (static_cast<Request>(type)) {
    case Request::kHello:
      return answer_to<request::Hello, answer::Hello>(in, out, handler);
    case Request::kMode:
      return answer_to<request::Mode, answer::Mode>(in, out, handler);
    case Request::kName:
      return answer_to<request::Name, answer::Name>(in, out, handler);
    case Request::kSelectMode:
      return answer_to<request::SelectMode>(in, handler);
    case Request::kSelectVoiceSpace:
      return answer_to<request::SelectVoiceSpace>(in, handler);
    case Request::kState:
      return answer_to<request::State, answer::State>(in, out, handler);
    case Request::kReadParams:
      return answer_to<request::ReadParams, answer::ReadParams>(in, out, handler);
    case Request::kSetParam:
      return answer_to<request::SetParam>(in, handler);
    case Request::kReleaseParams:
      return answer_to<request::ReleaseParams>(in, handler);
    case Request::kSetInputs:
      return answer_to<request::SetInputs>(in, handler);
    case Request::kNoteOn:
      return answer_to<request::NoteOn>(in, handler);
    case Request::kNoteOff:
      return answer_to<request::NoteOff>(in, handler);
    case Request::kSetVolume:
      return answer_to<request::SetVolume>(in, handler);
    case Request::kSelfTest:
      return answer_to<request::SelfTest, answer::SelfTest>(in, out, handler);
    case Request::kCalibrate:
      return answer_to<request::Calibrate>(in, handler);
    case Request::kPreset:
      return answer_to<request::Preset, answer::Preset>(in, out, handler);
    case Request::kSelectPreset:
      return answer_to<request::SelectPreset>(in, handler);
    case Request::kLockParam:
      return answer_to<request::LockParam>(in, handler);
    case Request::kReadLocks:
      return answer_to<request::ReadLocks, answer::ReadLocks>(in, out, handler);
    case Request::kAddExample:
      return answer_to<request::AddExample>(in, handler);
    case Request::kRemoveNearest:
      return answer_to<request::RemoveNearest>(in, handler);
    case Request::kClearExamples:
      return answer_to<request::ClearExamples>(in, handler);
    case Request::kTrain:
      return answer_to<request::Train>(in, handler);
    case Request::kTrainWith:
      return answer_to<request::TrainWith>(in, handler);
    case Request::kCancelTraining:
      return answer_to<request::CancelTraining>(in, handler);
    case Request::kSetTrainConfig:
      return answer_to<request::SetTrainConfig>(in, handler);
    case Request::kTrainConfig:
      return answer_to<request::TrainConfig, answer::TrainConfig>(in, out, handler);
    case Request::kJitter:
      return answer_to<request::Jitter>(in, handler);
    case Request::kUndo:
      return answer_to<request::Undo>(in, handler);
    case Request::kSetScale:
      return answer_to<request::SetScale>(in, handler);
    case Request::kReadScale:
      return answer_to<request::ReadScale, answer::ReadScale>(in, out, handler);
    case Request::kTaughtSize:
      return answer_to<request::TaughtSize, answer::TaughtSize>(in, out, handler);
    case Request::kTaughtRead:
      return answer_to<request::TaughtRead, answer::TaughtRead>(in, out, handler);
    case Request::kTaughtBegin:
      return answer_to<request::TaughtBegin>(in, handler);
    case Request::kTaughtWrite:
      return answer_to<request::TaughtWrite>(in, handler);
    case Request::kTaughtEnd:
      return answer_to<request::TaughtEnd>(in, handler);
    case Request::kKeep:
      return answer_to<request::Keep>(in, handler);
    case Request::kForget:
      return answer_to<request::Forget>(in, handler);
    case Request::kClock:
      return answer_to<request::Clock>(in, handler);
    case Request::kFreeRun:
      return answer_to<request::FreeRun>(in, handler);
    case Request::kHoldControls:
      return answer_to<request::HoldControls, answer::HoldControls>(in, out, handler);
    case Request::kExploreBegin:
      return answer_to<request::ExploreBegin>(in, handler);
    case Request::kExploreMove:
      return answer_to<request::ExploreMove>(in, handler);
    case Request::kExploreLike:
      return answer_to<request::ExploreLike>(in, handler);
    case Request::kExploreDislike:
      return answer_to<request::ExploreDislike>(in, handler);
    case Request::kExploreUndo:
      return answer_to<request::ExploreUndo>(in, handler);
    case Request::kExploreEnd:
      return answer_to<request::ExploreEnd>(in, handler);
    case Request::kExploreState:
      return answer_to<request::ExploreState, answer::ExploreState>(in, out, handler);
  }
  return Status::kUnknownType;
}

}  // namespace ens::link
