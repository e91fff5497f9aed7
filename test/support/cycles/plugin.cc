// A plugin of QEMU that adds up what the model of a processor says each instruction costs, between
// two markers. The model is a table that cycles.ts writes: address and cost of every instruction.
// Arguments: table=FILE, out=FILE, begin=ADDRESS, end=ADDRESS. Each time `end` is reached a line
// goes to `out`: cost and instructions since `begin`.
//
// The declarations are those of QEMU 7.2, "QEMU TCG Plugins", API version 1.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <unordered_map>

extern "C" {
struct qemu_info_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
using BlockTranslated = void (*)(std::uint64_t id, qemu_plugin_tb* block);
using BlockExecuted = void (*)(unsigned cpu, void* data);
void qemu_plugin_register_vcpu_tb_trans_cb(std::uint64_t id, BlockTranslated call);
void qemu_plugin_register_vcpu_tb_exec_cb(qemu_plugin_tb* block, BlockExecuted call, int flags,
                                          void* data);
std::size_t qemu_plugin_tb_n_insns(const qemu_plugin_tb* block);
qemu_plugin_insn* qemu_plugin_tb_get_insn(const qemu_plugin_tb* block, std::size_t index);
std::uint64_t qemu_plugin_insn_vaddr(const qemu_plugin_insn* instruction);
std::size_t qemu_plugin_insn_size(const qemu_plugin_insn* instruction);

[[gnu::visibility("default")]] extern int qemu_plugin_version;
int qemu_plugin_version = 1;
[[gnu::visibility("default")]] int qemu_plugin_install(std::uint64_t id, const qemu_info_t* info,
                                                       int count, char** arguments);
}

namespace {

// Of the table; costs in quarters of a cycle.
struct Instruction {
  std::uint32_t cost;
  std::uint32_t as_target;  // what a branch to it costs
};

// Instructions that run one after the other.
struct Block {
  std::uint64_t begin, end;
  std::uint64_t cost, as_target, instructions;
};

std::unordered_map<std::uint64_t, Instruction> table;
std::deque<Block> blocks;
std::uint64_t begin_at = 0, end_at = 0;
std::uint64_t cost = 0, instructions = 0, follows = 0;
std::FILE* out = nullptr;

void executed(unsigned, void* data) {
  const Block& block = *static_cast<const Block*>(data);
  if (block.begin == end_at) {
    std::fprintf(out, "%llu %llu\n", static_cast<unsigned long long>(cost),
                 static_cast<unsigned long long>(instructions));
    std::fflush(out);
  }
  if (block.begin == begin_at) cost = instructions = 0;
  cost += block.cost;
  instructions += block.instructions;
  if (block.begin != follows) cost += block.as_target;
  follows = block.end;
}

void translated(std::uint64_t, qemu_plugin_tb* of) {
  Block block = {};
  const std::size_t count = qemu_plugin_tb_n_insns(of);
  for (std::size_t i = 0; i < count; ++i) {
    const qemu_plugin_insn* instruction = qemu_plugin_tb_get_insn(of, i);
    const std::uint64_t at = qemu_plugin_insn_vaddr(instruction);
    const auto found = table.find(at);
    if (found == table.end()) {
      std::fprintf(stderr, "no cost is known of the instruction at %llx\n",
                   static_cast<unsigned long long>(at));
      std::exit(3);
    }
    if (i == 0) {
      block.begin = at;
      block.as_target = found->second.as_target;
    }
    block.cost += found->second.cost;
    block.end = at + qemu_plugin_insn_size(instruction);
  }
  block.instructions = count;
  blocks.push_back(block);
  qemu_plugin_register_vcpu_tb_exec_cb(of, executed, 0, &blocks.back());
}

void read_table(const char* path) {
  std::FILE* file = std::fopen(path, "r");
  if (file == nullptr) return;
  unsigned long long at = 0;
  unsigned of = 0, as_target = 0;
  while (std::fscanf(file, "%llx %u %u", &at, &of, &as_target) == 3) table[at] = {of, as_target};
  std::fclose(file);
}

}  // namespace

int qemu_plugin_install(std::uint64_t id, const qemu_info_t*, int count, char** arguments) {
  for (int i = 0; i < count; ++i) {
    const char* value = std::strchr(arguments[i], '=');
    if (value == nullptr) return 1;
    ++value;
    if (std::strncmp(arguments[i], "table=", 6) == 0) read_table(value);
    if (std::strncmp(arguments[i], "out=", 4) == 0) out = std::fopen(value, "w");
    if (std::strncmp(arguments[i], "begin=", 6) == 0) begin_at = std::strtoull(value, nullptr, 16);
    if (std::strncmp(arguments[i], "end=", 4) == 0) end_at = std::strtoull(value, nullptr, 16);
  }
  if (table.empty() || out == nullptr || begin_at == 0 || end_at == 0) return 1;
  qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
  return 0;
}
