/** The declarations of the ES module: one file, which a strict consumer elsewhere compiles against. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileTypes, moduleTypes, selfContained } from '../../scripts/module-types.ts';

const declarations = await moduleTypes();

/** What the compiler says of a page's script beside the declarations, with nothing of ours around it. */
async function saidOf(script: string): Promise<string> {
  mkdirSync('out', { recursive: true });
  const folder = mkdtempSync('out/consumer-');
  try {
    writeFileSync(path.join(folder, 'ensemble.d.ts'), declarations);
    writeFileSync(path.join(folder, 'app.ts'), script);
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2022', 'dom'],
      types: [],
    };
    const config = path.join(folder, 'tsconfig.json');
    writeFileSync(config, JSON.stringify({ compilerOptions, files: ['app.ts', 'ensemble.d.ts'] }));
    await compileTypes(config);
    return '';
  } catch (error) {
    return String(error);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('every attribute of the element that the guide explains has a type', () => {
  const [, element = ''] = readFileSync('src/web/ensemble/README.md', 'utf8').split(
    '## The element',
  );
  const explained = [...element.matchAll(/^- `([a-z]+)`: /gm)].map(([, name]) => name);
  const types = readFileSync('src/web/ensemble/element-types.ts', 'utf8');
  const [, body = ''] = /interface SoundModeAttributes \{([^}]*)\}/.exec(types) ?? [];
  const typed = [...body.matchAll(/readonly ([a-z]+)\??:/g)].map(([, name]) => name);
  assert.ok(explained.length > 5);
  assert.equal(typed.sort(), explained.sort());
});

const HEAD = "import { defineSoundMode, Instrument, modes } from './ensemble.js';\n";

test('a strict page elsewhere compiles against them', async () => {
  const page = `${HEAD}
    import type { InstrumentState, MidiBytes, ModeInformation, SoundModeAttributes, SoundModeControls, SoundModePart, SoundModeProperty, Values } from './ensemble.js';
    defineSoundMode();
    const mode: ModeInformation | undefined = modes[0];
    const instrument = await Instrument.create(mode?.modeId ?? 'drone', new Uint8Array());
    const stop: () => void = instrument.onState((state: InstrumentState) => {
      document.title = \`\${state.training.iterations} \${state.channels['pad_x'] ?? 0}\`;
    });
    instrument.onMidi((message: MidiBytes) => console.log(message[0]));
    await instrument.start();
    const { output } = instrument;
    if (output !== undefined) instrument.feed(new OscillatorNode(output.context));
    instrument.setChannels({ pad_x: 0.5 });
    instrument.teach();
    const end: 'idle' | 'running' | 'converged' | 'exhausted' | 'cancelled' =
      await instrument.train({ max_iterations: 100 });
    const answer: Values = instrument.answerAt({ pad_x: 1 });
    const file: Uint8Array = instrument.save();
    instrument.load(file);
    const element = document.createElement('sound-mode');
    element.addEventListener('problem', ({ detail }) => console.log(detail.message.length));
    element.addEventListener('click', ({ type }) => console.log(type));
    element.volume = element.playing ? 0.5 : 1;
    await element.start();
    element.setChannels({ pad_x: 0.5 });
    element.noteOn(60);
    const level: SoundModeControls = 'teach';
    const attributes: SoundModeAttributes = { mode: 'drone', controls: level, background: 'pause' };
    const part: SoundModePart = 'voice-space';
    const property: SoundModeProperty = '--accent';
    element.style.setProperty(property, \`\${attributes.mode} \${part}\`);
    instrument.volume = 0.3;
    document.body.append(element, end, String(answer));
    await instrument.destroy();
    stop();
    export {};`;
  assert.is(await saidOf(page), '');
});

for (const [what, line, complaint] of [
  ['a place that is no number', "i.setChannels({ pad_x: 'left' })", /'string' is not assignable/],
  ['an instrument without a mode', 'new Instrument()', /private/],
  ['an unknown setting of training', 'i.train({ speed: 1 })', /'speed' does not exist/],
  [
    'an unknown level',
    "document.createElement('sound-mode').volume = 'loud'",
    /'string' is not assignable/,
  ],
  ['what it keeps to itself', 'i.model', /Property 'model' does not exist/],
] as const) {
  test(`they refuse ${what}`, async () => {
    assert.match(await saidOf(`${HEAD} declare const i: Instrument; ${line};`), complaint);
  });
}

test('declarations that need another file are refused', () => {
  assert.is(selfContained('export {};\n'), 'export {};\n');
  for (const text of [
    "export interface A {}\nimport type { B } from '../b.ts';",
    "export { B } from './b.ts';",
    "export declare const c: import('./c.ts').C;",
  ]) {
    assert.throws(() => selfContained(text), /tells of types of (?:\.\.\/b|\.\/b|\.\/c)\.ts/);
  }
});

test.run();
