// What a session keeps beside the ports: the taught file, as browsers and boards write it. A preset
// of the bundle has a number in its place, of what is then learned.
//
// A host may save while sound runs: the newest published file is read, and nothing waits. It
// restores while nothing runs.
#include <lv2/state/state.h>

#include <cstring>

#include "lv2/plugin.h"
#include "statuses.h"

namespace ens::lv2 {
namespace {

LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle to,
                      std::uint32_t, const LV2_Feature* const*) {
  const Plugin& plugin = *static_cast<Plugin*>(handle);
  const std::vector<std::uint8_t> file = plugin.player->read_published();
  return store(to, plugin.urids.taught, file.data(), file.size(), plugin.urids.chunk,
               LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
}

// The preset whose number is in place of a taught file; null if there is none.
const mode::Preset* chosen(const Plugin& plugin, LV2_State_Retrieve_Function retrieve,
                           LV2_State_Handle from) {
  std::size_t bytes = 0;
  std::uint32_t type = 0;
  std::uint32_t flags = 0;
  const void* const number = retrieve(from, plugin.urids.preset, &bytes, &type, &flags);
  if (number == nullptr || type != plugin.urids.integer || bytes != 4) return nullptr;
  std::uint32_t at = 0;
  std::memcpy(&at, number, sizeof at);
  const mode::Mode& mode = plugin.player->mode();
  return at < mode.preset_count ? &mode.presets[at] : nullptr;
}

LV2_State_Status choose(const Plugin& plugin, const mode::Preset& preset) {
  const EnsStatus status = plugin.player->choose(preset);
  if (status == ENS_OK) return LV2_STATE_SUCCESS;
  complain(plugin, std::string("preset: ") + message_of(status));
  return LV2_STATE_ERR_UNKNOWN;
}

LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve,
                         LV2_State_Handle from, std::uint32_t, const LV2_Feature* const*) {
  const Plugin& plugin = *static_cast<Plugin*>(handle);
  std::size_t bytes = 0;
  std::uint32_t type = 0;
  std::uint32_t flags = 0;
  const void* const file = retrieve(from, plugin.urids.taught, &bytes, &type, &flags);
  if (file == nullptr) {
    // Hosts restore a new plugin's default state, which is ports alone.
    const mode::Preset* const preset = chosen(plugin, retrieve, from);
    return preset == nullptr ? LV2_STATE_SUCCESS : choose(plugin, *preset);
  }
  if (type != plugin.urids.chunk) {
    complain(plugin, "the lessons in the saved state are not a taught file");
    return LV2_STATE_ERR_BAD_TYPE;
  }
  const EnsStatus status = plugin.player->load(static_cast<const std::uint8_t*>(file), bytes);
  if (status == ENS_OK) return LV2_STATE_SUCCESS;
  complain(plugin, std::string("lessons in the saved state: ") + message_of(status));
  return LV2_STATE_ERR_UNKNOWN;
}

}  // namespace

const void* state_interface() {
  static const LV2_State_Interface interface = {save, restore};
  return &interface;
}

}  // namespace ens::lv2
