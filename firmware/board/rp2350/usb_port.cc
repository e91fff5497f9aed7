#include "board/rp2350/usb_port.h"

#include "device/usb_descriptors.h"
#include "hardware/timer.h"
#include "pico/bootrom.h"
#include "pico/unique_id.h"
// Its headers are C.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include "tusb.h"
#pragma GCC diagnostic pop

namespace ens {

void UsbPort::begin() {
  tusb_init();
}

void UsbPort::turn() {
  tud_task();
}

int UsbPort::read() {
  return tud_cdc_available() > 0 ? static_cast<int>(tud_cdc_read_char()) : -1;
}

void UsbPort::write(const std::uint8_t* bytes, std::size_t size) {
  constexpr std::uint32_t kWaitUs = 300'000;
  const std::uint32_t began = time_us_32();
  while (size > 0 && tud_cdc_connected() && time_us_32() - began < kWaitUs) {
    const std::uint32_t sent = tud_cdc_write(bytes, static_cast<std::uint32_t>(size));
    bytes += sent;
    size -= sent;
    tud_cdc_write_flush();
    if (size > 0) tud_task();
  }
}

bool UsbPort::take_midi(usb_midi::Packet& packet) {
  return tud_midi_packet_read(packet);
}

void UsbPort::send_midi(const usb_midi::Packet& packet) {
  if (tud_midi_mounted()) tud_midi_packet_write(packet);
}

}  // namespace ens

// Called by the USB library.
extern "C" {

const std::uint8_t* tud_descriptor_device_cb() {
  return ens::usb::kDevice.data();
}

const std::uint8_t* tud_descriptor_configuration_cb(std::uint8_t) {
  return ens::usb::kConfiguration.data();
}

const std::uint16_t* tud_descriptor_string_cb(std::uint8_t index, std::uint16_t) {
  static std::uint16_t text[ens::usb::kStringUnits];
  if (index >= sizeof ens::usb::kStrings / sizeof ens::usb::kStrings[0]) return nullptr;
  char serial[2 * PICO_UNIQUE_BOARD_ID_SIZE_BYTES + 1] = {};
  pico_get_unique_board_id_string(serial, sizeof serial);
  const char* const own = ens::usb::kStrings[index];
  ens::usb::write_string(static_cast<ens::usb::String>(index), own == nullptr ? serial : own, text);
  return text;
}

// A port that is opened at 1,200 baud asks for the boot loader.
void tud_cdc_line_coding_cb(std::uint8_t, const cdc_line_coding_t* coding) {
  if (coding->bit_rate == 1200) reset_usb_boot(0, 0);
}
}
