# Finds the Pico SDK; include this before project().
if(NOT PICO_SDK_PATH AND NOT DEFINED ENV{PICO_SDK_PATH})
  message(FATAL_ERROR "Set PICO_SDK_PATH to the Pico SDK 2.2.0 (its submodule tinyusb included).")
endif()
if(NOT PICO_SDK_PATH)
  set(PICO_SDK_PATH $ENV{PICO_SDK_PATH})
endif()
set(PICO_BOARD pico2 CACHE STRING "Board of the Pico SDK")
include(${PICO_SDK_PATH}/external/pico_sdk_import.cmake)
