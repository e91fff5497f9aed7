#pragma once
#include "firmware/simulated_sdk/sdk.h"
