// Memory for instruments in the wasm module: a first-fit list of blocks above the stack and data.
//
// The module's linear memory is one per instance, so the list's head is the module's only variable.
// Memory grows in ens_allocate alone; a host allocates all it needs before sound starts.
#include <cstddef>
#include <cstdint>

#include "abi/abi.h"

#if defined(__wasm__)

extern "C" unsigned char __heap_base;  // set by the linker: where nothing lies yet

namespace {

constexpr std::size_t kAlignment = 16;
constexpr std::size_t kPageBytes = 65536;

// Before each block. Blocks lie one after another, so the next header follows the payload.
struct alignas(kAlignment) Header {
  std::size_t bytes;  // of the payload, a multiple of 16
  bool used;
};

Header* first = nullptr;

unsigned char* payload(Header* header) {
  return reinterpret_cast<unsigned char*>(header + 1);
}
Header* after(Header* header) {
  return reinterpret_cast<Header*>(payload(header) + header->bytes);
}
std::uintptr_t address(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}
std::uintptr_t memory_end() {
  return __builtin_wasm_memory_size(0) * kPageBytes;
}

// The last header is a used one of size 0 at the end of memory.
bool start() {
  const std::uintptr_t base = (address(&__heap_base) + kAlignment - 1) / kAlignment * kAlignment;
  if (memory_end() < base + 2 * sizeof(Header) && __builtin_wasm_memory_grow(0, 1) == SIZE_MAX) {
    return false;
  }
  first = reinterpret_cast<Header*>(base);
  first->bytes = memory_end() - base - 2 * sizeof(Header);
  first->used = false;
  *after(first) = {0, true};
  return true;
}

// Joins a free block with the free ones that follow it.
void join(Header* header) {
  while (!after(header)->used) header->bytes += sizeof(Header) + after(header)->bytes;
}

void split(Header* header, std::size_t bytes) {
  if (header->bytes < bytes + sizeof(Header) + kAlignment) return;
  const std::size_t rest = header->bytes - bytes - sizeof(Header);
  header->bytes = bytes;
  *after(header) = {rest, false};
}

// Adds pages as a free block in front of the end mark.
bool grow(Header* end, std::size_t bytes) {
  const std::size_t pages = (bytes + sizeof(Header) + kPageBytes - 1) / kPageBytes;
  if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) return false;
  end->bytes = pages * kPageBytes - sizeof(Header);
  end->used = false;
  *after(end) = {0, true};
  return true;
}

}  // namespace

void* ens_allocate(uint32_t wanted) {
  if (wanted == 0 || wanted > 0x7fff0000u) return nullptr;
  if (first == nullptr && !start()) return nullptr;
  const std::size_t bytes = (wanted + kAlignment - 1) / kAlignment * kAlignment;
  Header* header = first;
  for (; header->bytes != 0; header = after(header)) {
    if (header->used) continue;
    join(header);
    if (header->bytes >= bytes) break;
  }
  if (header->bytes == 0 && !grow(header, bytes)) return nullptr;
  split(header, bytes);
  header->used = true;
  return payload(header);
}

void ens_free(void* block) {
  if (block == nullptr) return;
  static_cast<Header*>(block)[-1].used = false;
}

#endif
