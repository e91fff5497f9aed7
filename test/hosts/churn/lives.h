// One life of an instance in a host; each gives how many bytes it saved.
#pragma once

#include <cstddef>

std::size_t lv2_life(int number);
std::size_t pd_life(int number);
std::size_t rack_life(int number);
