// The five kits of the drum machine: what their sounds are made of and their grooves.
#pragma once

#include "engines/drum_pattern.h"

namespace ens {

// What a kit's sounds are made of, beyond what the slots say.
struct KitTraits {
  float kick_sweep_ms, kick_click;
  float snare_ratio, snare_noise_hz;
  float hat_tune, hat_noise, hat_ring;  // ring: open decay to closed
  float clap_hz, clap_spread_ms;
  float tom_index, tom_sweep_st, tom_decay_ms;
  float perc_ratio, perc_index, perc_sweep_st, perc_noise;
  float bias;
  Groove groove;
};

// Each row of a groove reads in quarters of a bar: 1 e & a, 2 e & a, 3 e & a, 4 e & a.

// Long round kick, tight snare, metal hats: slow and sparse.
inline constexpr KitTraits kEightO = {
    .kick_sweep_ms = 70.0f,
    .kick_click = 0.12f,
    .snare_ratio = 1.86f,
    .snare_noise_hz = 1800.0f,
    .hat_tune = 1.00f,
    .hat_noise = 0.05f,
    .hat_ring = 7.0f,
    .clap_hz = 1050.0f,
    .clap_spread_ms = 10.0f,
    .tom_index = 0.0f,
    .tom_sweep_st = 9.0f,
    .tom_decay_ms = 420.0f,
    .perc_ratio = 1.48f,
    .perc_index = 0.32f,
    .perc_sweep_st = 0.0f,
    .perc_noise = 0.05f,
    .bias = 0.0f,
    .groove = {{{255, 20, 60, 175, 40, 10, 185, 90, 120, 30, 205, 70, 50, 110, 100, 140},
                {10, 20, 15, 50, 255, 25, 30, 80, 15, 90, 35, 60, 250, 30, 70, 110},
                {240, 110, 220, 100, 235, 115, 215, 150, 238, 105, 225, 120, 230, 140, 210, 160},
                {0, 10, 20, 30, 240, 20, 10, 60, 0, 40, 30, 20, 235, 60, 50, 90},
                {30, 10, 40, 80, 20, 60, 90, 50, 30, 20, 100, 110, 40, 130, 150, 170},
                {60, 40, 190, 70, 50, 160, 40, 200, 60, 130, 180, 50, 40, 170, 120, 90}},
               {10, 0, 180, 20, 10, 0, 220, 30, 10, 0, 160, 60, 10, 20, 255, 40}},
};

// Punchy four to the floor, offbeat open hats, big clap.
inline constexpr KitTraits kNineO = {
    .kick_sweep_ms = 38.0f,
    .kick_click = 0.45f,
    .snare_ratio = 1.60f,
    .snare_noise_hz = 2600.0f,
    .hat_tune = 1.35f,
    .hat_noise = 0.55f,
    .hat_ring = 9.0f,
    .clap_hz = 1250.0f,
    .clap_spread_ms = 8.0f,
    .tom_index = 0.02f,
    .tom_sweep_st = 14.0f,
    .tom_decay_ms = 330.0f,
    .perc_ratio = 2.01f,
    .perc_index = 0.12f,
    .perc_sweep_st = 3.0f,
    .perc_noise = 0.20f,
    .bias = 0.04f,
    .groove = {{{255, 15, 40, 80, 252, 20, 60, 100, 254, 25, 50, 90, 250, 40, 130, 120},
                {5, 30, 20, 60, 240, 40, 25, 90, 10, 70, 35, 80, 235, 50, 60, 130},
                {200, 130, 255, 120, 195, 125, 250, 140, 198, 135, 253, 130, 190, 145, 248, 150},
                {0, 0, 20, 40, 255, 10, 20, 30, 0, 20, 30, 50, 252, 40, 30, 100},
                {10, 30, 60, 100, 20, 90, 50, 120, 30, 110, 80, 130, 40, 140, 150, 160},
                {40, 180, 60, 130, 90, 60, 200, 70, 50, 170, 80, 140, 60, 100, 190, 110}},
               {0, 10, 255, 10, 0, 20, 250, 10, 0, 10, 252, 20, 0, 30, 248, 40}},
};

// A drummer in a room: backbeat, ghost notes, washy hats.
inline constexpr KitTraits kStudio = {
    .kick_sweep_ms = 24.0f,
    .kick_click = 0.60f,
    .snare_ratio = 1.72f,
    .snare_noise_hz = 1500.0f,
    .hat_tune = 1.75f,
    .hat_noise = 0.80f,
    .hat_ring = 6.0f,
    .clap_hz = 950.0f,
    .clap_spread_ms = 13.0f,
    .tom_index = 0.05f,
    .tom_sweep_st = 7.0f,
    .tom_decay_ms = 520.0f,
    .perc_ratio = 1.34f,
    .perc_index = 0.25f,
    .perc_sweep_st = 1.0f,
    .perc_noise = 0.60f,
    .bias = 0.08f,
    .groove = {{{255, 10, 70, 110, 30, 20, 90, 160, 200, 25, 225, 60, 40, 30, 120, 100},
                {15, 60, 20, 90, 255, 70, 30, 140, 25, 150, 40, 100, 250, 80, 60, 120},
                {250, 90, 235, 80, 245, 85, 230, 95, 248, 88, 233, 82, 243, 92, 228, 130},
                {0, 0, 10, 10, 120, 20, 0, 20, 0, 10, 20, 10, 130, 20, 30, 60},
                {20, 10, 30, 60, 10, 50, 70, 90, 30, 20, 60, 100, 50, 120, 160, 180},
                {150, 10, 60, 20, 30, 10, 170, 40, 50, 20, 140, 30, 20, 60, 160, 80}},
               {30, 0, 60, 10, 20, 0, 120, 10, 20, 0, 90, 20, 10, 20, 255, 60}},
};

// Chopped and fast: kick and snare answer each other across the bar.
inline constexpr KitTraits kBreaks = {
    .kick_sweep_ms = 20.0f,
    .kick_click = 0.50f,
    .snare_ratio = 1.55f,
    .snare_noise_hz = 2100.0f,
    .hat_tune = 1.55f,
    .hat_noise = 0.70f,
    .hat_ring = 5.0f,
    .clap_hz = 1150.0f,
    .clap_spread_ms = 9.0f,
    .tom_index = 0.04f,
    .tom_sweep_st = 10.0f,
    .tom_decay_ms = 260.0f,
    .perc_ratio = 1.78f,
    .perc_index = 0.18f,
    .perc_sweep_st = 2.0f,
    .perc_noise = 0.45f,
    .bias = 0.12f,
    .groove = {{{255, 40, 235, 60, 20, 70, 100, 80, 30, 110, 245, 240, 50, 90, 130, 60},
                {20, 70, 30, 110, 255, 60, 40, 220, 50, 215, 60, 120, 245, 80, 180, 140},
                {245, 100, 240, 110, 235, 105, 242, 130, 238, 115, 244, 120, 232, 125, 239, 150},
                {0, 20, 10, 40, 110, 10, 60, 90, 10, 80, 20, 50, 100, 60, 120, 70},
                {30, 60, 40, 90, 20, 100, 120, 80, 50, 70, 130, 110, 60, 150, 140, 170},
                {70, 120, 40, 160, 60, 90, 150, 50, 110, 140, 60, 170, 80, 130, 100, 180}},
               {20, 0, 90, 10, 30, 10, 140, 20, 40, 10, 110, 30, 20, 40, 255, 80}},
};

// Circuits: zaps, bleeps and bursts, five against four.
inline constexpr KitTraits kCircuit = {
    .kick_sweep_ms = 90.0f,
    .kick_click = 0.20f,
    .snare_ratio = 2.73f,
    .snare_noise_hz = 3200.0f,
    .hat_tune = 2.20f,
    .hat_noise = 0.30f,
    .hat_ring = 4.0f,
    .clap_hz = 1900.0f,
    .clap_spread_ms = 6.0f,
    .tom_index = 0.35f,
    .tom_sweep_st = 24.0f,
    .tom_decay_ms = 240.0f,
    .perc_ratio = 3.41f,
    .perc_index = 0.90f,
    .perc_sweep_st = 12.0f,
    .perc_noise = 0.10f,
    .bias = 0.10f,
    .groove = {{{255, 50, 40, 200, 60, 190, 80, 70, 210, 40, 90, 180, 50, 220, 60, 120},
                {20, 80, 60, 30, 240, 50, 110, 190, 30, 70, 200, 60, 230, 40, 150, 90},
                {220, 190, 120, 225, 140, 215, 180, 110, 230, 150, 205, 170, 130, 235, 160, 200},
                {10, 90, 40, 60, 130, 20, 180, 50, 70, 160, 30, 110, 140, 60, 190, 80},
                {60, 130, 80, 40, 110, 170, 50, 140, 90, 60, 180, 70, 120, 150, 100, 190},
                {200, 70, 160, 120, 90, 210, 60, 180, 140, 100, 220, 80, 170, 130, 110, 230}},
               {30, 120, 60, 90, 140, 40, 180, 70, 110, 160, 50, 130, 80, 170, 255, 100}},
};

}  // namespace ens
