// What a board says on USB is whole and true to itself: hosts refuse a device whose lengths,
// numbers or references are wrong, and say nothing more.
#include <map>
#include <set>
#include <vector>

#include "device/usb_descriptors.h"
#include "firmware/check.h"

namespace {

using Bytes = std::vector<std::uint8_t>;

void expect(bool good, const char* what) {
  ens_test::note(good, __FILE__, __LINE__, what);
}

// The configuration as descriptors; empty if their lengths do not add up.
std::vector<Bytes> descriptors() {
  std::vector<Bytes> found;
  const auto& all = ens::usb::kConfiguration;
  std::size_t at = 0;
  while (at < all.size() && all[at] >= 2 && at + all[at] <= all.size()) {
    found.emplace_back(all.begin() + static_cast<long>(at),
                       all.begin() + static_cast<long>(at + all[at]));
    at += all[at];
  }
  return at == all.size() ? found : std::vector<Bytes>();
}

void lengths_add_up() {
  const auto all = descriptors();
  expect(!all.empty(), "descriptors fill the configuration");
  CHECK_EQUAL(all[0][1], 2);
  CHECK_EQUAL(static_cast<std::size_t>(all[0][2] | all[0][3] << 8),
              ens::usb::kConfiguration.size());
  CHECK_EQUAL(std::size_t{ens::usb::kDevice[0]}, ens::usb::kDevice.size());
}

void interfaces_have_the_endpoints_they_say() {
  std::vector<Bytes> interfaces;
  std::map<std::size_t, int> endpoints;
  std::set<int> addresses;
  for (const Bytes& each : descriptors()) {
    if (each[1] == 4) interfaces.push_back(each);
    if (each[1] != 5) continue;
    ++endpoints[interfaces.size()];
    expect((each[2] & 0x0f) != 0, "endpoint 0 is nobody's");
    expect(addresses.insert(each[2]).second, "each endpoint once");
    const int size = each[4] | each[5] << 8;
    expect(each[3] == 3 ? size == 8 : each[3] == 2 && size == 64, "full speed");
  }
  CHECK_EQUAL(interfaces.size(), static_cast<std::size_t>(ens::usb::kInterfaces));
  CHECK_EQUAL(int{descriptors()[0][4]}, int{ens::usb::kInterfaces});
  for (std::size_t i = 0; i < interfaces.size(); ++i) {
    CHECK_EQUAL(std::size_t{interfaces[i][2]}, i);
    CHECK_EQUAL(int{interfaces[i][4]}, endpoints[i + 1]);
    const auto name = interfaces[i][8];
    expect(name == 0 || ens::usb::kStrings[name] != nullptr, "its name exists");
  }
}

void jacks_are_connected() {
  std::set<int> jacks;
  std::vector<int> sources;
  std::size_t streaming = 0;
  bool counting = false;
  std::size_t counted = 0;
  std::set<int> embedded;
  for (const Bytes& each : descriptors()) {
    const bool of_midi = each[1] == 0x24 && jacks.size() + sources.size() < 100;
    if (each[1] == 4) counting = false;
    if (each[1] == 4 && each[5] == 1 && each[6] == 3) {
      streaming = 1;
      continue;
    }
    if (streaming == 0) continue;
    if (of_midi && each[2] == 1) {
      counting = true;
      streaming = static_cast<std::size_t>(each[5] | each[6] << 8);
    }
    if (each[1] == 0x24 && (each[2] == 2 || each[2] == 3)) {
      expect(jacks.insert(each[4]).second, "each jack once");
      if (each[3] == 1) embedded.insert(each[4]);
      if (each[2] == 3) sources.push_back(each[6]);
    }
    if (each[1] == 0x25) expect(embedded.count(each[4]) == 1, "an endpoint is an embedded jack");
    if (counting) counted += each[0];
  }
  CHECK_EQUAL(jacks.size(), 4u);
  for (const int source : sources) expect(jacks.count(source) == 1, "an output has its input");
  CHECK_EQUAL(sources.size(), 2u);
  CHECK_EQUAL(counted, streaming);
}

void strings_are_utf_16() {
  std::uint16_t text[ens::usb::kStringUnits] = {};
  ens::usb::write_string(ens::usb::kLanguages, "", text);
  CHECK_EQUAL(text[0], 0x0304);
  CHECK_EQUAL(text[1], 0x0409);
  ens::usb::write_string(ens::usb::kMaker, "Ab", text);
  CHECK_EQUAL(text[0], 0x0306);
  CHECK_EQUAL(text[1], 'A');
  CHECK_EQUAL(text[2], 'b');
  ens::usb::write_string(ens::usb::kProduct, "0123456789012345678901234567890123456789", text);
  CHECK_EQUAL(text[0], 0x0340);
  CHECK_EQUAL(text[31], '0');
}

}  // namespace

int main() {
  lengths_add_up();
  interfaces_have_the_endpoints_they_say();
  jacks_are_connected();
  strings_are_utf_16();
  return ens_test::result();
}
