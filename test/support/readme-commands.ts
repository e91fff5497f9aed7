/** How each command that the guides show is tried, and by which runner. */
import { strict as assert } from 'node:assert';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import type { Checkout } from './checkout.ts';
import type { Trial } from './trial.ts';

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

const OPERATOR = "ENSEMBLE_OPERATOR_KEY='the same as the server has'";

/** In the order they are run: a command finds what those above it left. */
export const TRIALS: readonly Trial[] = [
  { shown: 'npm ci', by: 'ci' },
  { shown: 'npm test', by: 'ci' },
  { shown: 'npm run check', by: 'ci' },
  { shown: 'npm run test:device', by: 'ci' },
  { shown: 'npm run test:hosts', by: 'ci' },
  { shown: 'npm run test:end-to-end', by: 'ci' },
  { shown: 'npm run test:browser', by: 'ci' },
  { shown: 'npm run test:load', by: 'ci' },
  { shown: 'npm run test:system', by: 'ci' },
  { shown: 'npm run test:mutants', by: 'ci' },
  { shown: 'npm run test:cluster', by: 'ci' },
  {
    shown: 'npm run store -- copy to-database',
    by: 'other',
    test: ['test/cluster/copy.test.ts', "copy('to-database', here, url)"],
  },
  {
    shown: 'npm run store -- copy from-database --data-dir restored',
    by: 'other',
    test: ['test/cluster/copy.test.ts', "copy('from-database', back, url)"],
  },
  {
    shown: 'pg_dump --format=custom --file=ensemble.dump "$DATABASE_URL"',
    by: 'other',
    test: ['test/cluster/database.test.ts', "run('pg_dump'"],
  },
  {
    shown: 'pg_restore --dbname="$DATABASE_URL" ensemble.dump',
    by: 'other',
    test: ['test/cluster/database.test.ts', "run('pg_restore'"],
  },
  {
    shown: 'npm run cluster',
    by: 'other',
    test: ['test/cluster/command.test.ts', "'scripts/cluster.ts'"],
  },
  {
    shown: 'npm run faults',
    by: 'other',
    test: ['test/cluster/faults.test.ts', "'test/cluster/faults/command.ts'"],
  },
  { shown: 'npm run fuzz', by: 'ci' },
  {
    shown:
      'cd firmware && cmake --preset host && cmake --build --preset host && ctest --preset host',
    by: 'other',
    test: ['test/support/ctest.ts', "'--build', '--preset', 'host'"],
  },
  {
    shown: 'cd firmware && cmake --preset mps2 && cmake --build --preset mps2',
    by: 'other',
    test: ['test/end-to-end/commands.ts', "'--preset', 'mps2'"],
  },
  {
    shown: 'sudo apt-get install cmake g++ puredata puredata-dev',
    by: 'other',
    test: ['.ci/run', 'puredata-core puredata-dev'],
  },
  {
    shown:
      'cd firmware && cmake --preset plugins && cmake --build --preset plugins && cmake --install ../out/plugins --component pd',
    by: 'other',
    test: ['test/hosts/pd-guide.test.ts', "installPlugin('pd'"],
  },
  {
    shown: 'sudo apt-get install cmake g++ lv2-dev',
    by: 'other',
    test: ['.ci/run', 'lv2-dev'],
  },
  {
    shown:
      'cd firmware && cmake --preset plugins && cmake --build --preset plugins && cmake --install ../out/plugins --component lv2',
    by: 'other',
    test: ['test/hosts/lv2-guide.test.ts', "installPlugin('lv2'"],
  },
  { shown: 'export RACK_DIR=$HOME/Rack-SDK', by: 'sdk' },
  {
    shown:
      'cd firmware && cmake --preset plugins && cmake --build --preset plugins && cmake --install ../out/plugins --component rack',
    by: 'other',
    test: ['test/hosts/rack-panel.test.ts', "installPlugin('rack'"],
  },
  { shown: 'export PICO_SDK_PATH=/opt/pico-sdk', by: 'sdk' },
  { shown: 'cd firmware && cmake --preset pico2 && cmake --build --preset pico2', by: 'sdk' },
  {
    shown: 'npm run new-mode -- my_hum --engine hum',
    by: 'other',
    test: ['test/scripts/drift-mutants.test.ts', "modeId: 'my_hum', engineId: 'hum'"],
  },
  { shown: 'npm run licences', by: 'test', says: /^\d+ packages/m },
  { shown: 'npm run format', by: 'test', says: /Formatted \d+ files/ },
  {
    shown: 'node --import tsx test/support/run.ts test/dsl',
    by: 'test',
    run: 'node --import tsx test/support/run.ts test/dsl/resolve.test.ts',
    says: /^\d+ passed, 0 failed$/m,
  },
  { shown: 'node --import tsx test/dsl/resolve.test.ts', by: 'test', says: /Passed: / },
  {
    shown: 'node --import tsx test/support/write-golden.ts',
    by: 'other',
    test: ['test/firmware/core/golden.test.ts', "'test/support/write-golden.ts'"],
  },
  { shown: 'npm run build', by: 'test', leaves: holds('dist/server.js', /readCommand/) },
  {
    shown: 'npm start',
    by: 'test',
    until: /\/member\/welcome.*welcome site created/,
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
  { shown: 'npm run store -- list', by: 'test', says: /^welcome {2}\d+ edits?\b[\s\S]*^1 site,/m },
  { shown: 'npm run store -- verify', by: 'test', says: /^1 site OK, 0 damaged$/m },
  {
    shown: 'npm run store -- export sites.backup',
    by: 'test',
    says: /^1 site exported to sites\.backup$/m,
  },
  {
    shown: 'npm run store -- import sites.backup',
    by: 'test',
    run: 'mv data lost && npm run store -- import sites.backup && npm run store -- verify',
    says: /^1 site imported into data$[\s\S]*^1 site OK, 0 damaged$/m,
  },
  { shown: 'npm run store -- --help', by: 'test', says: /lock\|unlock\|hide/ },
  {
    shown: 'npm run store -- versions welcome',
    by: 'test',
    says: /^1 {2}\S+Z {2}edit {2}\+\d+ -0 {2}Ensemble$/m,
  },
  {
    shown: 'npm run store -- revert welcome 1',
    by: 'test',
    says: /^welcome: already reads as in version 1; nothing changed$/m,
  },
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
    says: /^welcome: lock done$/m,
  },
  {
    shown: 'node --cpu-prof --cpu-prof-dir=out/profile dist/server.js',
    by: 'test',
    until: /listening/,
    leaves: (checkout) => assert.ok(readdirSync(checkout.file('out/profile')).length > 0),
  },
  {
    shown: 'npm run gen',
    by: 'test',
    says: /^(?:wrote build\/cpp\/modes\/whisper\.h|build is up to date.*)$/m,
  },
  {
    shown: 'npm run gen -- --watch',
    by: 'test',
    until: /watching modes and the sources of the engines; press Ctrl-C to stop/,
  },
  { shown: 'npm run gen -- --check', by: 'test', says: /^build is up to date/m },
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
  { shown: 'npm run wasm', by: 'test', says: /^build\/wasm is up to date$/m },
  {
    shown: 'npm run golden -- --check',
    by: 'test',
    run: 'npm run golden -- --check || true',
    says: /^\+ whisper 0 [0-9a-f]+$|none changed$/m,
  },
  { shown: 'npm run golden', by: 'test', says: /^\+ whisper 0 [0-9a-f]+$|none changed$/m },
  { shown: 'npm run gallery', by: 'test', says: /build\/gallery\/pictures\.json/ },
  {
    shown:
      'npm run render -- paf_synth --voice-space 2 --gesture circle --seconds 4 --plot glass.svg glass.wav',
    by: 'test',
    says: /glass\.wav/,
    leaves: (checkout) => {
      holds('glass.wav', /^RIFF/)(checkout);
      holds('glass.svg', /^<svg/)(checkout);
    },
  },
  {
    shown: 'npm run render -- paf_synth out/before.wav',
    by: 'test',
    leaves: holds('out/before.wav', /^RIFF/),
  },
  {
    shown: 'npm run new-mode -- my_pad --engine paf_synth',
    by: 'test',
    // Whoever follows the guide has that mode from then on.
    run: 'rm -f modes/my_pad.json && npm run new-mode -- my_pad --engine paf_synth',
    says: /^modes\/my_pad\.json: \d+ params/m,
    leaves: (checkout) => assert.ok(existsSync(checkout.file('modes/my_pad.json'))),
  },
  { shown: 'npm run device -- --help', by: 'test', says: /^usage: npm run device/m },
  { shown: 'npm run device -- info', by: 'device', says: /^mps2, firmware \d+\.\d+\.\d+/m },
  {
    shown:
      'qemu-system-arm -M mps2-an505 -cpu cortex-m33 -icount shift=0 -display none -monitor none -semihosting-config enable=on,target=native,arg=device,arg=out/device.wav -serial tcp:127.0.0.1:9115,server=on,wait=off -kernel out/mps2/device.elf',
    by: 'other',
    test: ['test/support/emulator.ts', "'-M', 'mps2-an505', '-cpu', 'cortex-m33'"],
  },
  {
    shown: 'npm run device -- --port tcp:127.0.0.1:9115 info',
    by: 'device',
    says: /^mps2, firmware /m,
  },
  { shown: 'npm run device -- --port tcp:127.0.0.1:9115 mode drone', by: 'device' },
  {
    shown: 'npm run device -- --port tcp:127.0.0.1:9115 clock 750',
    by: 'device',
    leaves: holds('audio.wav', /^RIFF/),
  },
  {
    shown: 'npm run device -- calibrate',
    by: 'other',
    test: ['test/scripts/device-script.test.ts', "['calibrate']"],
  },
  { shown: 'npm run device -- self-test', by: 'device', says: /^flash: OK$/m },
  { shown: 'npm run device -- jitter 0.3', by: 'device' },
  { shown: 'npm run device -- lock pitch_hz', by: 'device' },
  { shown: 'npm run device -- scale c minor', by: 'device' },
  { shown: 'npm run device -- dump my.taught', by: 'device', leaves: holds('my.taught', /^ENST/) },
  {
    shown: 'npm run bench -- core',
    by: 'device',
    run: 'npm run bench -- --quick core',
    says: /^\| ours/m,
  },
  {
    shown: 'npm run bench -- engines',
    by: 'device',
    run: 'npm run bench -- --quick engines',
    says: /^\| paf_synth/m,
  },
  { shown: 'npm run loudness', by: 'test', says: /^paf_synth -\d/m },
  {
    shown: 'npm run loudness -- --random 20',
    by: 'test',
    run: 'npm run loudness -- --random 1',
    says: /^paf_synth, Choir: -/m,
  },
  {
    shown: 'npm run loudness -- --fit hum',
    by: 'test',
    run: 'npm run loudness -- --fit fm_voice --sounds 50',
    says: /written from 50 sounds/,
    leaves: holds('firmware/engines/fm_voice_loudness.h', /@generated by `npm run loudness/),
  },
  {
    shown: 'npm run demo',
    by: 'browser',
    says: /^ {2}demo\/8-sound\.wav: paf_synth/m,
    leaves: holds('demo/6-taught.png', /^\x89PNG/),
  },
  { shown: 'npm run screenshots', by: 'browser', says: /^ {2}src\/web\/pictures\/1-home\.png$/m },
  {
    shown: 'npm run bench -- modes',
    by: 'bench',
    run: 'npm run bench -- --quick modes',
    says: /quicktype/,
  },
  {
    shown: 'npm run bench -- http',
    by: 'bench',
    run: 'npm run bench -- --quick http',
    says: /^\| bare/m,
  },
  {
    shown: 'npm run bench -- sites',
    by: 'bench',
    run: 'npm run bench -- --quick sites',
    says: /^\| hocuspocus/m,
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
    says: /^1 site exported to .*sites\.backup$/m,
  },
  {
    shown: 'openssl rand -hex 32 | sudo tee /etc/ensemble/node-secret',
    by: 'service',
    says: /^[\da-f]{64}$/m,
  },
  {
    shown:
      'sudo install -D -m 644 /opt/ensemble/scripts/service/ensemble.service /etc/systemd/system/ensemble@.service',
    by: 'service',
  },
  {
    shown:
      'sudo install -D -m 644 /opt/ensemble/scripts/service/node.conf /etc/systemd/system/ensemble@.service.d/node.conf',
    by: 'service',
  },
  { shown: 'sudo systemctl enable --now ensemble@one', by: 'service', says: /Created symlink/ },
];
