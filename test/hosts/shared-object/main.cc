// Plays the golden performance with the code inside a plugin's shared object, whose functions are
// found in its symbol table, though only one is visible. Arguments: the object, `ftz` for a host
// that flushes denormals, and libraries that the object expects its host to have.
#include <dlfcn.h>
#include <elf.h>
#include <immintrin.h>
#include <link.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "firmware/golden/timeline.h"

namespace {

std::vector<char> object_file;
std::uintptr_t base_address = 0;

const char* at(std::size_t offset) {
  return object_file.data() + offset;
}

// Address of a function of the loaded object, visible or not; ends the program if there is none.
void* find(const char* name) {
  Elf64_Ehdr header;
  std::memcpy(&header, at(0), sizeof header);
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section, strings;
    std::memcpy(&section, at(header.e_shoff + i * sizeof section), sizeof section);
    if (section.sh_type != SHT_SYMTAB) continue;
    std::memcpy(&strings, at(header.e_shoff + section.sh_link * sizeof strings), sizeof strings);
    for (std::size_t s = 0; s < section.sh_size / sizeof(Elf64_Sym); ++s) {
      Elf64_Sym symbol;
      std::memcpy(&symbol, at(section.sh_offset + s * sizeof symbol), sizeof symbol);
      if (symbol.st_value == 0) continue;
      if (std::strcmp(at(strings.sh_offset + symbol.st_name), name) == 0) {
        return reinterpret_cast<void*>(base_address + symbol.st_value);
      }
    }
  }
  std::printf("no function %s\n", name);
  std::exit(1);
}

template <class Function>
Function* function(const char* name) {
  return reinterpret_cast<Function*>(find(name));
}

unsigned short control_word() {
  unsigned short word = 0;
  __asm__ volatile("fnstcw %0" : "=m"(word));
  return word;
}

// The modes of the processor that change what floats become, before and after loading.
bool load(const char* file) {
  const unsigned modes = _mm_getcsr() & 0xffc0u;
  const unsigned short word = control_word();
  void* const object = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  if (object == nullptr) {
    std::printf("%s\n", dlerror());
    return false;
  }
  link_map* map = nullptr;
  dlinfo(object, RTLD_DI_LINKMAP, &map);
  base_address = map->l_addr;
  std::ifstream stream(file, std::ios::binary);
  object_file.assign(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  if ((_mm_getcsr() & 0xffc0u) == modes && control_word() == word) return true;
  std::printf("loading changed how the processor computes\n");
  return false;
}

alignas(16) unsigned char memory[1 << 21];

}  // namespace

#define FORWARD(name, parameters, arguments)                  \
  EnsStatus name parameters {                                 \
    static const auto call = function<decltype(name)>(#name); \
    return call arguments;                                    \
  }

FORWARD(ens_create, (const EnsConfig* config, void* block, uint32_t bytes, EnsInstrument** out),
        (config, block, bytes, out))
FORWARD(ens_destroy, (EnsInstrument * one), (one))
FORWARD(ens_set_input, (EnsInstrument * one, uint32_t index, uint32_t unit), (one, index, unit))
FORWARD(ens_set_voice_space, (EnsInstrument * one, uint32_t ordinal), (one, ordinal))
FORWARD(ens_note_on, (EnsInstrument * one, uint32_t key, uint32_t unit), (one, key, unit))
FORWARD(ens_note_off, (EnsInstrument * one, uint32_t key), (one, key))
FORWARD(ens_midi_in, (EnsInstrument * one, uint32_t a, uint32_t b, uint32_t c), (one, a, b, c))
FORWARD(ens_add_example, (EnsInstrument * one, const uint16_t* inputs, const uint16_t* params),
        (one, inputs, params))
FORWARD(ens_set_train_budget, (EnsInstrument * one, uint32_t budget), (one, budget))
FORWARD(ens_train_begin, (EnsInstrument * one), (one))
FORWARD(ens_read_params, (const EnsInstrument* one, uint16_t* out), (one, out))
FORWARD(ens_process,
        (EnsInstrument * one, const float* a, const float* b, float* c, float* d, uint32_t frames),
        (one, a, b, c, d, frames))
uint32_t ens_next_event(EnsInstrument* one) {
  static const auto call = function<decltype(ens_next_event)>("ens_next_event");
  return call(one);
}

int main(int count, char** words) {
  constexpr unsigned kFlushToZero = 0x8000;
  constexpr unsigned kDenormalsAreZero = 0x0040;
  if (std::string(words[2]) == "ftz") {
    _mm_setcsr(_mm_getcsr() | kFlushToZero | kDenormalsAreZero);
  }
  for (int i = 3; i < count; ++i) dlopen(words[i], RTLD_LAZY | RTLD_GLOBAL);
  if (!load(words[1])) return 1;
  for (const ens::mode::Mode& mode : ens::mode::kModes) {
    for (std::uint32_t space = 0; space < mode.voice_space_count; ++space) {
      for (int turn = 0; turn < (ens_test::drones(mode) ? 2 : 1); ++turn) {
        const bool keys = turn == 1;
        const std::uint32_t hash = ens_test::golden(mode, space, memory, sizeof memory, keys);
        std::printf("%s %u%s %08x\n", mode.mode_id, space, keys ? "+keys" : "", hash);
      }
    }
  }
  return 0;
}
