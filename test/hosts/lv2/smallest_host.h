// What the smallest host offers a plugin: numbers for URIs, and memory for one saved state.
#pragma once

#include <lv2/state/state.h>
#include <lv2/urid/urid.h>

#include <string>
#include <vector>

namespace lv2_host {

inline std::vector<std::string> uris;

inline LV2_URID map_uri(LV2_URID_Map_Handle, const char* uri) {
  for (std::size_t i = 0; i < uris.size(); ++i) {
    if (uris[i] == uri) return static_cast<LV2_URID>(i + 1);
  }
  uris.emplace_back(uri);
  return static_cast<LV2_URID>(uris.size());
}

inline LV2_URID_Map map_feature = {nullptr, map_uri};
inline const LV2_Feature map_entry = {LV2_URID__map, &map_feature};
inline const LV2_Feature* const features[] = {&map_entry, nullptr};

struct Saved {
  std::vector<char> bytes;
  std::uint32_t type = 0;
};

inline LV2_State_Status store(LV2_State_Handle handle, std::uint32_t, const void* value,
                              std::size_t size, std::uint32_t type, std::uint32_t) {
  const char* const bytes = static_cast<const char*>(value);
  *static_cast<Saved*>(handle) = {std::vector<char>(bytes, bytes + size), type};
  return LV2_STATE_SUCCESS;
}

inline const void* retrieve(LV2_State_Handle handle, std::uint32_t, std::size_t* size,
                            std::uint32_t* type, std::uint32_t* flags) {
  const Saved& saved = *static_cast<Saved*>(handle);
  *size = saved.bytes.size();
  *type = saved.type;
  *flags = LV2_STATE_IS_POD;
  return saved.bytes.data();
}

}  // namespace lv2_host
