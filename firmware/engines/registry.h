// The engines this build has, by position and by id, and how to make one in memory the caller
// gives.
#pragma once

#include "engines/engine.h"

namespace ens {

// An engine's kind: what it is, and the memory one needs.
struct EngineKind {
  const EngineInfo* info;
  std::size_t bytes;
  std::size_t alignment;
  // Makes an engine at `memory` (bytes, aligned); it needs no destruction.
  Engine* (*make)(void* memory);
  // A slot's value as the sound of an engine of this kind uses it, see Engine::read_in_use. Null
  // where ENS_NO_READ_BACK is defined.
  float (*in_use)(const Engine& engine, std::size_t slot);
};

std::size_t engine_count();
// index < engine_count().
const EngineKind& engine_at(std::size_t index);
// Null if no engine has this id.
const EngineKind* find_engine(const char* engine_id);

}  // namespace ens
