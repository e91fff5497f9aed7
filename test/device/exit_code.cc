// Ends with a code of its own: proof that a failure in the emulator reaches the test.
#include "board/mps2/semihosting.h"

int main() {
  ens::semihosting::write("forty-two\n");
  return 42;
}
