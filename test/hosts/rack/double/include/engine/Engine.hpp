#pragma once
// Everything of the test double.
#include <rack.hpp>
