/** An image is built for a synth that there is a template of. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compilerErrors } from '../support/native.ts';

const errorsFor = (synth: string): Promise<string> =>
  compilerErrors(`#define ENS_SYNTH "${synth}"
#include "device/synth_template.h"
static_assert(ens::kSynth.translate(0x634ab0) == 0x632bb0);
`);

test('an image sends to the synth it is built for', async () => {
  assert.is(await errorsFor('korg_minilogue'), '');
});

test('an image for a synth without a template does not compile, and says what is missing', async () => {
  assert.match(await errorsFor('korg_minilog'), 'no_file_of_modes_templates_has_this_name');
});

test.run();
