/** How each command that README.md shows is tried, and by which runner. */
import { strict as assert } from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import type { Checkout } from './checkout.ts';

/**
 * `test`: npm test. `device`, `browser`, `bench`, `service`: what needs more than Node, in test/device, test/browser
 * and test/system. `ci`: the command is itself a step of .ci/run.
 */
export type Runner = 'test' | 'device' | 'browser' | 'bench' | 'service' | 'ci';

export interface Trial {
  readonly shown: string;
  readonly by: Runner;
  /** What is run where that cannot be what is shown: our ports, our places, the smallest size. */
  readonly run?: string;
  /** What it must print. */
  readonly says?: RegExp;
  /** It goes on until Ctrl-C; pressed once it has said this. */
  readonly until?: RegExp;
  readonly meanwhile?: (output: string) => Promise<void>;
  /** What is true in the checkout after it. */
  readonly leaves?: (checkout: Checkout) => void;
}

function fetchText(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on('end', () => resolve(text));
    }).once('error', reject);
  });
}

/** The service a newcomer has started shows the welcome site, with its instrument. */
async function seesTheWelcomeSite(output: string): Promise<void> {
  const [, address = ''] = /(http:\/\/127\.0\.0\.1:\d+)\/member\/welcome/.exec(output) ?? [];
  assert.match(await fetchText(`${address}/`), /href="\/member\/welcome"/);
  assert.match(await fetchText(`${address}/member/welcome`), /<sound-mode/);
}

const holds =
  (file: string, words: RegExp) =>
  (checkout: Checkout): void =>
    assert.match(readFileSync(checkout.file(file), 'latin1'), words);

const NOTHING = /^/;
const OPERATOR = "ENSEMBLE_OPERATOR_KEY='the same as the server has'";

/** In the order they are run: a command finds what those above it left. */
export const TRIALS: readonly Trial[] = [
  { shown: 'npm ci', by: 'ci' },
  { shown: 'npm test', by: 'ci' },
  { shown: 'npm run check', by: 'ci' },
  { shown: 'npm run test:device', by: 'ci' },
  { shown: 'npm run test:end-to-end', by: 'ci' },
  { shown: 'npm run build', by: 'test', leaves: holds('dist/server.js', /readCommand/) },
  {
    shown: 'npm start',
    by: 'test',
    until: /\/member\/welcome.*a site to begin with/,
    meanwhile: seesTheWelcomeSite,
    leaves: holds('data/data.mdb', /welcome/),
  },
  {
    shown:
      "ENSEMBLE_EDIT_KEY='a long sentence you share' TLS_CERT=cert.pem TLS_KEY=key.pem node dist/server.js --host 0.0.0.0 --port 443 --base-url https://sites.example.org",
    by: 'test',
    run: "ENSEMBLE_EDIT_KEY='a long sentence you share' TLS_CERT=cert.pem TLS_KEY=key.pem node dist/server.js --host 0.0.0.0 --port 0 --base-url https://sites.example.org",
    until: /"url":"https:\/\/sites\.example\.org".*"listening"/,
  },
  { shown: 'npm run store -- list', by: 'test', says: /^welcome {2}\d+ edits[\s\S]*^1 sites/m },
  { shown: 'npm run store -- verify', by: 'test', says: /^1 sites are sound, 0 damaged$/m },
  {
    shown: 'npm run store -- export sites.backup',
    by: 'test',
    says: /^sites\.backup holds 1 sites$/m,
  },
  {
    shown: 'npm run store -- import sites.backup',
    by: 'test',
    run: 'mv data lost && npm run store -- import sites.backup && npm run store -- verify',
    says: /^1 sites were imported into data$[\s\S]*^1 sites are sound, 0 damaged$/m,
  },
  { shown: 'npm run store -- --help', by: 'test', says: /lock\|unlock\|hide/ },
  {
    shown: 'npm run store -- versions welcome',
    by: 'test',
    says: /^1 {2}\S+Z {2}edit {2}Ensemble$/m,
  },
  { shown: 'npm run store -- revert welcome 1', by: 'test', says: /^welcome is as in version 1$/m },
  {
    shown: 'npm run store -- block 192.0.2.7 48',
    by: 'test',
    says: /^192\.0\.2\.7 is blocked for 48 hours$/m,
  },
  {
    shown: `${OPERATOR} npm run store -- lock welcome --server http://127.0.0.1:8080`,
    by: 'test',
    run: [
      `export ${OPERATOR}`,
      'node dist/server.js > said & until grep -q listening said; do sleep 0.1; done',
      `npm run store -- lock welcome --server $(sed -n 's/.*"url":"\\([^"]*\\)".*/\\1/p' said)`,
      'kill $!',
    ].join('; '),
    says: /^welcome: lock is done$/m,
  },
  { shown: 'npm run gen', by: 'test', says: /^wrote build\/cpp\/modes\/whisper\.h$/m },
  { shown: 'npm run gen -- --watch', by: 'test', until: /watching modes; Ctrl-C ends/ },
  { shown: 'npm run gen -- --check', by: 'test', says: /^build is up to date with 9 modes$/m },
  { shown: 'npm run gen -- --strict', by: 'test', says: /^build is up to date/m },
  {
    shown: 'npm run gen -- --modes DIR --out DIR',
    by: 'test',
    run: 'npm run gen -- --modes modes --out elsewhere',
    says: /^wrote elsewhere\/ts\/registry\.ts$/m,
  },
  {
    shown: 'npm run build -- --generated DIR --out DIR',
    by: 'test',
    run: 'npm run build -- --generated elsewhere --out out/elsewhere',
    leaves: holds('out/elsewhere/server.js', /whisper/),
  },
  { shown: 'npm run gen -- --format json', by: 'test', says: /"ok":/ },
  { shown: 'npm run schema:emit', by: 'test', says: /^build\/schema\/mode\.schema\.json$/m },
  { shown: 'npm run wasm', by: 'test', says: /^build\/wasm is fresh$/m },
  { shown: 'npm run golden', by: 'test', says: /^\+ whisper 0 [0-9a-f]+$/m },
  {
    shown:
      'npm run render -- paf_synth --voice-space 2 --gesture circle --seconds 4 --plot glass.png glass.wav',
    by: 'test',
    says: /glass\.wav/,
    leaves: (checkout) => {
      holds('glass.wav', /^RIFF/)(checkout);
      holds('glass.png', /^\x89PNG/)(checkout);
    },
  },
  {
    shown: 'npm run new-mode -- my_pad --engine paf_synth',
    by: 'test',
    says: /^modes\/my_pad\.json: \d+ params/m,
    leaves: (checkout) => assert.ok(existsSync(checkout.file('modes/my_pad.json'))),
  },
  { shown: 'npm run device -- --help', by: 'test', says: /^usage: npm run device/m },
  { shown: 'npm run device -- info', by: 'device', says: /^mps2, firmware \d+\.\d+\.\d+/m },
  {
    shown: 'npm run bench -- engines',
    by: 'device',
    run: 'npm run bench -- --quick engines',
    says: /^\| paf_synth/m,
  },
  {
    shown: 'npm run demo',
    by: 'browser',
    says: /^ {2}demo\/7-sound\.wav: paf_synth/m,
    leaves: holds('demo/5-taught.png', /^\x89PNG/),
  },
  { shown: 'npm run screenshots', by: 'browser', says: /^ {2}src\/web\/pictures\/1-home\.png$/m },
  {
    shown: 'npm run bench -- modes',
    by: 'bench',
    run: 'npm run bench -- --quick modes',
    says: /quicktype/,
  },
  {
    shown:
      'sudo install -D -m 644 /opt/ensemble/scripts/service/ensemble.sysusers /etc/sysusers.d/ensemble.conf',
    by: 'service',
  },
  { shown: 'sudo systemd-sysusers', by: 'service', says: /Creating user 'ensemble'/ },
  { shown: 'sudo install -d -m 700 /etc/ensemble', by: 'service' },
  {
    shown: 'openssl rand -base64 24 | sudo tee /etc/ensemble/edit-key',
    by: 'service',
    says: /^\S{32}$/m,
  },
  {
    shown: 'openssl rand -base64 24 | sudo tee /etc/ensemble/operator-key',
    by: 'service',
    says: /^\S{32}$/m,
  },
  {
    shown:
      'sudo install -D -m 644 /opt/ensemble/scripts/service/ensemble.service /etc/systemd/system/ensemble.service',
    by: 'service',
  },
  { shown: 'sudo systemctl enable --now ensemble', by: 'service', says: /Created symlink/ },
  { shown: 'curl --fail http://127.0.0.1:8080/health', by: 'service', says: /"status":"pass"/ },
  {
    shown:
      'sudo -u ensemble DATA_DIR=/var/lib/ensemble/data npm run store -- export /var/lib/ensemble/sites.backup',
    by: 'service',
    says: /sites\.backup holds 1 sites$/m,
  },
];

/** Runs one in a checkout and judges it. @throws AssertionError with all it printed */
export async function tryIn(checkout: Checkout, trial: Trial, line = trial.run): Promise<string> {
  const { until, meanwhile } = trial;
  const { code, output } = await checkout.run(line ?? trial.shown, { until, meanwhile });
  // A shell tells the signal in the exit code of what Ctrl-C ended.
  assert.ok(code === 0 || (until !== undefined && code === 130), output);
  assert.match(output, until ?? trial.says ?? NOTHING);
  trial.leaves?.(checkout);
  return output;
}
