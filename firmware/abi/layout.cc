// Checks that the contract (dsl/contract) says of the C ABI and the core what the compiler does.
#include <cstddef>

#include "abi/handle.h"

#if defined(__wasm__)
// generated: layouts
static_assert(sizeof(EnsDriverConfig) == 20);
static_assert(offsetof(EnsDriverConfig, input) == 0);
static_assert(offsetof(EnsDriverConfig, line_level) == 4);
static_assert(offsetof(EnsDriverConfig, microphone_gain_db) == 8);
static_assert(offsetof(EnsDriverConfig, output_volume) == 12);
static_assert(offsetof(EnsDriverConfig, sample_rate_hz) == 16);
static_assert(sizeof(EnsConfig) == 52);
static_assert(offsetof(EnsConfig, engine_id) == 0);
static_assert(offsetof(EnsConfig, mode_id) == 4);
static_assert(offsetof(EnsConfig, channels) == 8);
static_assert(offsetof(EnsConfig, params) == 12);
static_assert(offsetof(EnsConfig, layers) == 16);
static_assert(offsetof(EnsConfig, layer_count) == 20);
static_assert(offsetof(EnsConfig, sample_rate_hz) == 24);
static_assert(offsetof(EnsConfig, seed) == 28);
static_assert(offsetof(EnsConfig, default_spread) == 32);
static_assert(offsetof(EnsConfig, learning_rate) == 36);
static_assert(offsetof(EnsConfig, max_iterations) == 40);
static_assert(offsetof(EnsConfig, min_error) == 44);
static_assert(offsetof(EnsConfig, example_capacity) == 48);
static_assert(sizeof(EnsTrainConfig) == 12);
static_assert(offsetof(EnsTrainConfig, learning_rate) == 0);
static_assert(offsetof(EnsTrainConfig, max_iterations) == 4);
static_assert(offsetof(EnsTrainConfig, min_error) == 8);
static_assert(sizeof(EnsTrainProgress) == 12);
static_assert(offsetof(EnsTrainProgress, state) == 0);
static_assert(offsetof(EnsTrainProgress, iterations) == 4);
static_assert(offsetof(EnsTrainProgress, error) == 8);
static_assert(sizeof(EnsExploreState) == 20);
static_assert(offsetof(EnsExploreState, active) == 0);
static_assert(offsetof(EnsExploreState, x) == 4);
static_assert(offsetof(EnsExploreState, y) == 8);
static_assert(offsetof(EnsExploreState, reach) == 12);
static_assert(offsetof(EnsExploreState, presses) == 16);
// end
#endif

static_assert(ENS_TICK_FRAMES == ens::kTickFrames);
static_assert(ENS_UNIT_ONE == ens::kUnitOne);
static_assert(ENS_SAMPLE_RATE_HZ == ens::kFallbackSampleRateHz);
static_assert(ENS_HISTORY_LENGTH == ens::kHistoryLength);
static_assert(ENS_MAX_LAYERS == ens::kMaxHiddenLayers + 2);
static_assert(ENS_MAX_LAYER_SIZE == ens::kMaxHiddenSize);
static_assert(ENS_MAX_INPUTS == ens::kMaxInputs);
static_assert(ENS_MAX_OUTPUTS == ens::kMaxOutputs);
static_assert(ENS_MAX_MODE_ID_BYTES == ens::kMaxModeIdBytes);
