// Creates instruments for the C ABI: checks every name and number, then divides one block of memory
// among the parts.
#include <new>

#include "abi/handle.h"

namespace {

// A configuration that was checked, and where the parts go in the block.
struct Plan {
  ens::Wiring wiring;
  ens::Shape shape;
  ens::Start start;
  const ens::EngineKind* engine = nullptr;
  const ens::EngineKind* analyser = nullptr;  // null: none, or the engine itself listens
  bool engine_hears = false;
  std::size_t network_bytes = 0;
  ens::BlockPlan block;
  std::size_t mode_id_length = 0;
};

const ens::EngineKind* find_analyser() {
  for (std::size_t i = 0; i < ens::engine_count(); ++i) {
    if (ens::can_analyse(*ens::engine_at(i).info)) return &ens::engine_at(i);
  }
  return nullptr;
}

EnsStatus plan_analyser(Plan* plan) {
  if (!plan->wiring.listens()) return ENS_OK;
  plan->engine_hears = ens::can_analyse(*plan->engine->info);
  if (plan->engine_hears) return ENS_OK;
  plan->analyser = find_analyser();
  return plan->analyser == nullptr ? ENS_UNKNOWN_CHANNEL : ENS_OK;
}

EnsStatus plan_mode_id(const EnsConfig& config, Plan* plan) {
  if (config.mode_id == nullptr) return ENS_BAD_VALUE;
  while (config.mode_id[plan->mode_id_length] != '\0') {
    if (++plan->mode_id_length > ens::kMaxModeIdBytes) return ENS_BAD_VALUE;
  }
  return ens::is_mode_id(config.mode_id, plan->mode_id_length) ? ENS_OK : ENS_BAD_VALUE;
}

std::uint32_t learning_hash(const EnsConfig& config, const ens::Shape& shape) {
  ens::LearningHash hash;
  hash.name(config.engine_id);
  for (int i = 0; i < shape.sizes[0]; ++i) hash.name(config.channels[i]);
  for (int i = 0; i < shape.count; ++i) hash.size(static_cast<std::uint16_t>(shape.sizes[i]));
  for (int i = 0; i < shape.sizes[shape.count - 1]; ++i) hash.name(config.params[i]);
  return hash.value();
}

EnsStatus plan_start(const EnsConfig& config, Plan* plan) {
  const ens::TrainConfig training = {config.learning_rate, config.max_iterations, config.min_error};
  if (!ens::valid(training)) return ENS_BAD_CONFIG;
  if (config.default_spread > ens::Unit::kOne) return ENS_BAD_VALUE;
  plan->start = {config.seed, static_cast<std::uint16_t>(config.default_spread), training,
                 plan->wiring.untaught(*plan->engine->info)};
  return ENS_OK;
}

EnsStatus plan_network(const EnsConfig& config, Plan* plan) {
  if (config.layers == nullptr || config.layer_count > ENS_MAX_LAYERS) return ENS_BAD_SHAPE;
  for (std::uint32_t i = 0; i < config.layer_count; ++i) {
    if (config.layers[i] > 0xffff) return ENS_BAD_SHAPE;  // before it becomes an int
  }
  plan->shape = ens::Shape::of(config.layers, static_cast<int>(config.layer_count));
  if (!plan->shape.valid()) return ENS_BAD_SHAPE;
  if (config.example_capacity < 1 || config.example_capacity > ENS_MAX_EXAMPLES)
    return ENS_BAD_VALUE;
  plan->network_bytes = ens::Learner::bytes(plan->shape, static_cast<int>(config.example_capacity));
  return plan->network_bytes == 0 ? ENS_BAD_SHAPE : ENS_OK;
}

EnsStatus plan_wiring(const EnsConfig& config, Plan* plan) {
  if (config.channels == nullptr || config.params == nullptr) return ENS_BAD_VALUE;
  const ens::ModeNames names = {config.channels, config.layers[0], config.params,
                                config.layers[config.layer_count - 1]};
  switch (ens::wire(*plan->engine->info, names, &plan->wiring)) {
    case ens::WiringFault::kNone:
      return ENS_OK;
    case ens::WiringFault::kChannel:
      return ENS_UNKNOWN_CHANNEL;
    case ens::WiringFault::kParam:
      return ENS_UNKNOWN_PARAM;
    case ens::WiringFault::kCount:
      return ENS_BAD_SHAPE;
  }
  return ENS_BAD_SHAPE;
}

void place(Plan* plan) {
  const std::size_t analyser_bytes = plan->analyser == nullptr ? 0 : plan->analyser->bytes;
  plan->block = ens::BlockPlan(plan->engine->bytes, analyser_bytes, plan->network_bytes);
}

[[gnu::cold]] EnsStatus make_plan(const EnsConfig* config, Plan* plan) {
  if (config == nullptr || config->engine_id == nullptr) return ENS_UNKNOWN_ENGINE;
  plan->engine = ens::find_engine(config->engine_id);
  if (plan->engine == nullptr) return ENS_UNKNOWN_ENGINE;
  EnsStatus status = plan_network(*config, plan);
  if (status == ENS_OK) status = plan_wiring(*config, plan);
  if (status == ENS_OK) status = plan_analyser(plan);
  if (status == ENS_OK) status = plan_start(*config, plan);
  if (status == ENS_OK) status = plan_mode_id(*config, plan);
  if (status == ENS_OK) place(plan);
  return status;
}

}  // namespace

uint32_t ens_instance_bytes(const EnsConfig* config, EnsStatus* status) {
  Plan plan;
  const EnsStatus result = make_plan(config, &plan);
  if (status != nullptr) *status = result;
  return result == ENS_OK ? static_cast<uint32_t>(plan.block.bytes) : 0;
}

EnsStatus ens_create(const EnsConfig* config, void* memory, uint32_t bytes, EnsInstrument** out) {
  if (out == nullptr) return ENS_BAD_VALUE;
  Plan plan;
  const EnsStatus status = make_plan(config, &plan);
  if (status != ENS_OK) return status;
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  if (memory == nullptr || address % ens::BlockPlan::kAlignment != 0 || bytes < plan.block.bytes) {
    return ENS_NO_MEMORY;
  }
  auto* block = static_cast<unsigned char*>(memory);
  ens::Engine* engine = plan.engine->make(block + plan.block.engine_at);
  ens::Engine* analyser = plan.engine_hears ? engine : nullptr;
  if (plan.analyser != nullptr) analyser = plan.analyser->make(block + plan.block.analyser_at);
  const std::uint32_t rate = ens::select_sample_rate(static_cast<double>(config->sample_rate_hz));
  auto* made = new (memory) EnsInstrument(plan.wiring, engine, analyser, rate, config->seed);
  made->learning_hash = learning_hash(*config, plan.shape);
  made->mode_id_length = plan.mode_id_length;
  for (std::size_t i = 0; i < plan.mode_id_length; ++i) made->mode_id[i] = config->mode_id[i];
  // Neither can fail: the plan was checked for what they check.
  made->network.open(plan.shape, static_cast<int>(config->example_capacity),
                     block + plan.block.network_at, plan.network_bytes);
  made->network.start(plan.start);
  *out = made;
  return ENS_OK;
}

EnsStatus ens_destroy(EnsInstrument* instrument) {
  if (!ens::is_alive(instrument)) return ENS_BAD_HANDLE;
  instrument->alive = 0;
  return ENS_OK;
}
