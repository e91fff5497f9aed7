// The scales that pitches snap to, as players choose them in a plugin host: by name, on a root.
#pragma once

#include <cstdint>
#include <iterator>
#include <string>

#include "host/names.h"
#include "host/player.h"
#include "named_scales.h"

namespace ens::host {

// The roots from C, as menus show them.
Names root_names();
// As messages name them: `major`, `harmonic_minor`.
Names scale_names();
// As menus show them, after the two below: `Harmonic minor`.
Names scale_choices();

// Choices of a menu that name no scale: the one in the taught file stays; none.
inline constexpr std::uint32_t kScaleAsTaught = 0;
inline constexpr std::uint32_t kScaleOff = 1;
// The last of scale_choices() and of root_names().
inline constexpr std::uint32_t kMaxScaleChoice = std::size(kScaleChoices) - 1;
inline constexpr std::uint32_t kMaxRoot = std::size(kScaleRoots) - 1;

// A menu's choice, which the taught file does not change.
struct ScaleChoice {
  std::uint32_t choice = kScaleAsTaught;  // a place in scale_choices()
  std::uint32_t root = 0;                 // a place in root_names()
};

// The scale of ens_set_scale for the scale at a place of scale_names(), on a root from 0 to 11.
std::uint32_t scale_on(std::uint32_t root, std::size_t place);
// The semitone above C of a root as people type it (`C`, `f#`, `Bb`); kNoName if it is none.
std::size_t root_of(const std::string& name);
// `C minor`, `off`; where a scale has no name, its notes: `C 101010110101`, the root first.
std::string scale_text(std::uint32_t scale);

// Brings a player to what a menu says; costs nothing where it is there (play).
void apply(const ScaleChoice& choice, Player& player);

}  // namespace ens::host
