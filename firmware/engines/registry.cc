// Engines by position and by id: engine_list.h as a table.
#include "engines/registry.h"

#include "engines/engine_list.h"

namespace ens {
namespace {

struct At {
  void* memory;
};

}  // namespace
}  // namespace ens

// Placement new of our own: <new> is not among the headers the wasm build keeps to.
inline void* operator new(std::size_t, ens::At at) noexcept {
  return at.memory;
}

namespace ens {
namespace {

// Its switch over the enumerators has no default: the compiler reports a slot that it leaves out.
template <class E>
concept ReadsSlotsBack = requires(const E& engine, typename E::Index slot) {
                           requires std::is_same_v<decltype(engine.in_use(slot)), float>;
                         };

// A board measures nothing, and the code would take RAM.
template <class E>
constexpr auto read_back() -> float (*)(const Engine&, std::size_t) {
#ifdef ENS_NO_READ_BACK
  return nullptr;
#else
  return [](const Engine& engine, std::size_t slot) {
    return static_cast<const E&>(engine).in_use(static_cast<typename E::Index>(slot));
  };
#endif
}

template <typename E>
constexpr EngineKind kind() {
  static_assert(E::kInfo.state_count() <= kMaxStateFields, "too many slots and live fields");
  static_assert(E::kInfo.lists_steps(), "listed values rise from end to end of their slots");
  static_assert(ReadsSlotsBack<E>,
                "an engine reads its slots back: float in_use(Index slot) const");
  return {&E::kInfo, sizeof(E), alignof(E),
          [](void* memory) -> Engine* { return new (At{memory}) E; }, read_back<E>()};
}

#ifdef ENS_ENGINES
// Ids separated by commas.
constexpr bool is_listed(const char* ids, const char* id) {
  while (*ids != '\0') {
    const char* wanted = id;
    while (*wanted != '\0' && *ids == *wanted) ++ids, ++wanted;
    if (*wanted == '\0' && (*ids == ',' || *ids == '\0')) return true;
    while (*ids != '\0' && *ids != ',') ++ids;
    if (*ids == ',') ++ids;
  }
  return false;
}

// Whether an engine gives audio_* channels their values.
constexpr bool measures_sound(const EngineInfo& info) {
  for (const char* field : info.live_fields) {
    if (field[0] == 'a' && field[1] == 'u' && field[2] == 'd' && field[3] == 'i' &&
        field[4] == 'o' && field[5] == '_') {
      return true;
    }
  }
  return false;
}
#endif

// An image of some modes links the engines of these ids, and those that measure what it hears.
template <class E>
constexpr bool is_linked() {
#ifdef ENS_ENGINES
  return is_listed(ENS_ENGINES, E::kInfo.engine_id) || measures_sound(E::kInfo);
#else
  return true;
#endif
}

template <class... Engines>
struct Kinds {
  static constexpr std::size_t kCount = (std::size_t{is_linked<Engines>()} + ...);
  EngineKind all[kCount];

  constexpr Kinds() : all{} {
    std::size_t at = 0;
    (add<Engines>(&at), ...);
  }

 private:
  template <class E>
  constexpr void add(std::size_t* at) {
    if constexpr (is_linked<E>()) all[(*at)++] = kind<E>();
  }
};

constexpr AllEngines<Kinds> kEngines;

// A mode names its engine by id.
template <class... Engines>
struct Ids {
  static constexpr bool differ() {
    const char* const ids[] = {Engines::kInfo.engine_id...};
    for (std::size_t i = 0; i < sizeof...(Engines); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        if (same_text(ids[i], ids[k])) return false;
      }
    }
    return true;
  }
};
static_assert(AllEngines<Ids>::differ(), "two engines of engine_list.h have one engine_id");

}  // namespace

std::size_t engine_count() {
  return AllEngines<Kinds>::kCount;
}

const EngineKind& engine_at(std::size_t index) {
  return kEngines.all[index];
}

const EngineKind* find_engine(const char* engine_id) {
  for (const EngineKind& entry : kEngines.all) {
    if (same_text(entry.info->engine_id, engine_id)) return &entry;
  }
  return nullptr;
}

}  // namespace ens
