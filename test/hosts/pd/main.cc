// Runs [ensemble~] in our double of Pd by a script, one command a line; prints what the message
// outlet and the console were given. Arguments: ignored, the script.
//
//   open MODE RATE       makes an object, instead of the one before
//   send MESSAGE         a message to its first inlet
//   play BLOCKS FRAMES   so many blocks of this size
//   quiet BLOCKS FRAMES  plays too, and counts what that allocates, locks and asks of the kernel
//   sound FILE           writes what was played since `open`, left then right, as Pd's numbers
//   patch                saves the object in a patch, and opens it from there
#include <cstdio>
#include <fstream>
#include <sstream>

#include "firmware/quiet.h"
#include "hosts/pd/double/pd_double.h"

namespace {

using Words = std::istringstream;

class Session {
 public:
  bool act(const std::string& command, Words& words) {
    if (command == "open") return open(words);
    if (box_ == nullptr) return false;
    if (command == "send") return send(words);
    if (command == "play") return play(words);
    if (command == "quiet") return quiet(words);
    if (command == "sound") return write(words);
    return command == "patch" && reopen();
  }

 private:
  bool open(Words& words) {
    double rate_hz = 0.0;
    words >> mode_ >> rate_hz;
    pd_double::start(rate_hz);
    box_ = std::make_unique<pd_double::Box>(mode_);
    frames_ = 0;
    for (auto& side : heard_) side.clear();
    if (!box_->is_made()) box_ = nullptr;
    return true;
  }

  bool send(Words& words) {
    std::string message;
    std::getline(words >> std::ws, message);
    box_->send(message);
    return true;
  }

  // How many blocks to play, once the object is connected for their size.
  int connected(Words& words) {
    int blocks = 0;
    int frames = 0;
    words >> blocks >> frames;
    if (frames != frames_) box_->connect(frames);
    frames_ = frames;
    return blocks;
  }

  bool quiet(Words& words) {
    const int blocks = connected(words);
    const bool watched = ens_test::watch_calls();
    const ens_test::Counted counted = ens_test::count([&] {
      for (int i = 0; i < blocks; ++i) box_->play();
    });
    box_->run_clocks();
    std::printf("quiet %d %d %d%s\n", counted.allocations, counted.locks, counted.calls,
                watched ? "" : " (calls of the kernel were not counted)");
    return true;
  }

  bool play(Words& words) {
    const int blocks = connected(words);
    for (int i = 0; i < blocks; ++i) {
      box_->play();
      box_->run_clocks();
      for (std::size_t side = 0; side < 2; ++side) {
        const std::vector<t_sample>& part = box_->heard(side);
        heard_[side].insert(heard_[side].end(), part.begin(), part.end());
      }
    }
    return true;
  }

  bool write(Words& words) {
    std::string name;
    words >> name;
    std::ofstream file(name, std::ios::binary);
    for (const auto& side : heard_) {
      file.write(reinterpret_cast<const char*>(side.data()),
                 static_cast<std::streamsize>(side.size() * sizeof side[0]));
    }
    return true;
  }

  bool reopen() {
    const std::vector<t_atom> patch = box_->saved();
    box_ = std::make_unique<pd_double::Box>(mode_);
    box_->restore(patch);
    frames_ = 0;
    return true;
  }

  std::string mode_;
  std::unique_ptr<pd_double::Box> box_;
  int frames_ = 0;
  std::vector<t_sample> heard_[2];
};

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 1;
  Session session;
  std::ifstream script(words[2]);
  for (std::string line; std::getline(script, line);) {
    Words stream(line);
    std::string command;
    stream >> command;
    if (!session.act(command, stream)) {
      std::printf("no command: %s\n", line.c_str());
      return 1;
    }
    for (const std::string& said : pd_double::take_console()) std::printf("%s\n", said.c_str());
  }
  return 0;
}
