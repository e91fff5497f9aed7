// What a synth is sent of what an engine sends: its own controllers (modes/templates), and
// everything on channel 1. The page does the same (src/web/sound-mode/synth-template.ts).
#pragma once

#include "core/same_text.h"
#include "midi_templates.h"

namespace ens {

// Calling it is the compile error.
void no_file_of_modes_templates_has_this_name(const char* id);

class SynthTemplate {
 public:
  // Any synth: everything goes out as it is, each line of a sequencer on its own channel.
  constexpr SynthTemplate() = default;
  // The synth of modes/templates/<id>.json.
  explicit consteval SynthTemplate(const char* id) {
    for (std::size_t i = 0; i < kMidiTemplateCount; ++i) {
      if (!same_text(kMidiTemplates[i].id, id)) continue;
      synth_ = kMidiTemplates[i];
      is_chosen_ = true;
    }
    if (!is_chosen_) no_file_of_modes_templates_has_this_name(id);
  }

  // An event as ens_next_event() gives it; 0 if the synth is sent nothing.
  constexpr std::uint32_t translate(std::uint32_t event) const {
    constexpr std::uint32_t kControlChange = 0xb0, kFirstModeMessage = 120;
    const std::uint32_t status = event & 0xff, number = event >> 8 & 0x7f;
    if (!is_chosen_) return event;
    if ((status & 0xf0) != kControlChange || number >= kFirstModeMessage) return event & ~0x0fu;
    // A sequencer tells the same to each of its channels.
    if (status != kControlChange) return 0;
    for (std::size_t i = 0; i < synth_.count; ++i) {
      const std::uint32_t to = synth_.controllers[i].to;
      if (synth_.controllers[i].from == number) return (event & ~0x7f00u) | to << 8;
    }
    return 0;
  }

 private:
  MidiTemplate synth_ = {};
  bool is_chosen_ = false;
};

// Of an image that was built for one (-DENS_SYNTH=korg_minilogue).
#ifdef ENS_SYNTH
inline constexpr SynthTemplate kSynth(ENS_SYNTH);
#else
inline constexpr SynthTemplate kSynth;
#endif

}  // namespace ens
