/** What an author's editor makes of the emitted schema: completion, hovers and squiggles, by a language server. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { getLanguageService } from 'vscode-json-languageservice';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { changed } from './fixtures/modes.ts';

const SCHEMA = '../build/schema/mode.schema.json';

/** A language server that knows nothing of us: it follows the `$schema` of the file. */
const server = getLanguageService({
  schemaRequestService: async (uri) => {
    assert.ok(uri.endsWith('/build/schema/mode.schema.json'), uri);
    return readFileSync('build/schema/mode.schema.json', 'utf8');
  },
  workspaceContext: {
    resolveRelativePath: (relative, resource) => new URL(relative, resource).href,
  },
});

/** Opens a text in which `|` is the cursor. */
function open(marked: string) {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const document = TextDocument.create('file:///instrument/modes/glass.json', 'json', 1, text);
  return {
    document,
    json: server.parseJSONDocument(document),
    position: document.positionAt(Math.max(0, offset)),
  };
}

async function completions(marked: string): Promise<string[]> {
  const { document, json, position } = open(marked);
  const list = await server.doComplete(document, position, json);
  return (list?.items ?? []).map((item) => item.label.replaceAll('"', '')).sort();
}

async function hover(marked: string): Promise<string> {
  const { document, json, position } = open(marked);
  const shown = await server.doHover(document, position, json);
  return JSON.stringify(shown?.contents ?? '').replaceAll('\\', '');
}

async function squiggles(text: string): Promise<string[]> {
  const { document, json } = open(text);
  const found = await server.doValidation(document, json);
  return found.map(
    ({ message, range }) =>
      `${range.start.line + 1} ${typeof message === 'string' ? message.split('\n')[0] : message.value}`,
  );
}

const file = (rest: string): string => `{\n"$schema": "${SCHEMA}",\n${rest}\n}`;

test('a sound mode has no squiggles', async () => {
  assert.equal(await squiggles(changed(['$schema'], SCHEMA)), []);
});

test('an empty mode is offered every field', async () => {
  assert.equal(await completions(file('|')), [
    '_note',
    'engine_id',
    'ml',
    'mode_id',
    'params',
    'ui',
    'voice_spaces',
  ]);
});

test('params are offered their fields, also through the definitions', async () => {
  assert.equal(await completions(file('"params": [{"name": "a", |}]')), [
    '_note',
    'curve',
    'default',
    'group',
    'label',
    'max',
    'min',
  ]);
});

test('a curve is offered the seven names', async () => {
  assert.equal(await completions(file('"params": [{"curve": |}]')), [
    'cubic',
    'exp',
    'linear',
    'log',
    'sigmoid',
    'sqrt',
    'square',
  ]);
});

test('curve overrides are offered curves for any param', async () => {
  const offered = await completions(
    file('"voice_spaces": [{"name": "x", "curve_overrides": {"constructor": |}}]'),
  );
  assert.equal(offered, ['cubic', 'exp', 'linear', 'log', 'sigmoid', 'sqrt', 'square']);
});

test('input channels are offered by name', async () => {
  const offered = await completions(file('"ml": {"input_channels": [|]}'));
  for (const name of ['joy_x', 'slider_7', 'midi_bend', 'audio_pitch', 'cv_0', 'wander_3']) {
    assert.ok(offered.includes(name), name);
  }
});

test('the interface is offered its inputs and switches', async () => {
  assert.equal(await completions(file('"ui": {|}')), [
    'primary_input',
    'show_synth_visualizer',
    'show_voice_space_selector',
  ]);
  assert.equal(await completions(file('"ui": {"primary_input": |}')), [
    'audio_in',
    'joystick',
    'midi_in',
    'none',
    'sliders',
    'xy_pad',
  ]);
});

test('hovers explain fields, units and curves', async () => {
  assert.match(
    await hover(file('"ml": {"default_sp|read": 0.5}')),
    /How the first weights are drawn, a ratio/,
  );
  assert.match(
    await hover(file('"params": [{"na|me": "a"}]')),
    /_cents, _bpm, _pct, _deg, _x .ratio./,
  );
  assert.match(await hover(file('"params": [{"m|in": 0}]')), /in the unit the name ends with/);
  assert.match(await hover(file('"params": [{"cur|ve": "exp"}]')), /the inverse of exp/);
});

test('what the schema refuses is underlined where it stands', async () => {
  assert.equal(await squiggles(changed(['$schema'], SCHEMA).replace('"exp"', '"exq"')), [
    '24 Value is not accepted. Valid values: "linear", "exp", "log", "square", "sqrt", "sigmoid", "cubic".',
  ]);
  const [extra = ''] = await squiggles(
    changed(['$schema'], SCHEMA).replace('"mode_id"', '"colour": 1,\n  "mode_id"'),
  );
  assert.match(extra, /Property colour is not allowed/);
});

test.run();
