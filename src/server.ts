/** The program: reads its settings, opens the store, listens, and stops in good order. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { MODES } from '../build/ts/registry.ts';
import manifest from '../package.json' with { type: 'json' };
import { type Config, ConfigError, isLoopback, readCommand } from './config.ts';
import { Bundles } from './http/bundles.ts';
import { limitsWith } from './limits.ts';
import { AccessLog, createLog } from './log.ts';
import { editorViews } from './routes/editor-views.ts';
import { noticePage } from './routes/notice-page.ts';
import { playerPage } from './routes/player-view.ts';
import { createService, type Service } from './service.ts';
import { readSources } from './sites/export.ts';
import { type OpenSitesOptions, openSites } from './sites/open-sites.ts';
import { seedSite } from './sites/seed.ts';
import type { Sites } from './sites/sites.ts';
import { readTls } from './tls.ts';

const BAD_SETTINGS = 2;

/** What the build made: beside the bundled program, or where the build puts it when run from source. */
const BUILT = import.meta.filename.endsWith('.ts')
  ? path.join(import.meta.dirname, '../dist')
  : import.meta.dirname;

const print = (text: string): void => {
  process.stdout.write(text);
};

/**
 * Where the log goes may end (a closed pipe) or fill up (a disk): lines are lost then, the service is not,
 * and where there is room again, the log goes on.
 */
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

/** The sites of DATA_DIR. @throws ConfigError where the folder itself is what is wrong */
function sitesOf(options: OpenSitesOptions): Sites {
  try {
    return openSites(options);
  } catch (error) {
    // What the file system and the store's own code refuse has a code; what we refuse is a sentence.
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new ConfigError(
      `DATA_DIR names ${options.directory}, which cannot be opened or made (${error.message}).`,
    );
  }
}

function addressOf(config: Config, port: number): string {
  if (config.BASE_URL !== undefined) return config.BASE_URL;
  const scheme = config.TLS_CERT === '' ? 'http' : 'https';
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  return `${scheme}://${host}:${port}`;
}

async function serve(config: Config): Promise<void> {
  const human = process.stdout.isTTY === true;
  const log = createLog({ level: config.LOG_LEVEL, human, write: print });
  const tls = readTls(config);
  const bundles = Bundles.read(path.join(BUILT, 'web'));
  const limits = limitsWith(config.LIMITS);
  const styles = [bundles.text('platform.css')];
  const sites = sitesOf({
    directory: config.DATA_DIR,
    limits,
    keys: { edit: config.ENSEMBLE_EDIT_KEY, operator: config.ENSEMBLE_OPERATOR_KEY },
    log,
    player: bundles.text('sound-mode.js'),
    notice: (notice, username) => noticePage(notice, username, styles),
  });
  const service = await createService({
    sites,
    bundles,
    views: {
      ...editorViews(
        bundles,
        MODES.map(({ modeId }) => modeId),
      ),
      play: playerPage(bundles),
    },
    limits,
    trust: config.TRUST_PROXY,
    origin: { base: config.BASE_URL, loopbackOnly: isLoopback(config.HOST) },
    log,
    accessLog: config.ACCESS_LOG ? new AccessLog(print) : undefined,
    tls,
  });
  stopOn(['SIGTERM', 'SIGINT'], service, (signal) => log.info({ signal }, 'stopping'));
  if (tls !== undefined) renewOn('SIGHUP', config, service, log);
  process.on('uncaughtExceptionMonitor', (err) => log.fatal({ err }, 'crashed'));
  try {
    const port = await service.kernel.listen(config.PORT, config.HOST);
    log.info({ url: addressOf(config, port), version: manifest.version }, 'listening');
    if (config.WELCOME) await welcome(config, port, sites, log);
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** The first site of a platform that has none: it explains the others, and it is made as they are. */
async function welcome(config: Config, port: number, sites: Sites, log: Logger): Promise<void> {
  if (sites.list({ search: '', offset: 0, count: 1 }).total > 0) return;
  const sources = readFileSync(path.join(BUILT, 'welcome.json'), 'utf8');
  const base = addressOf({ ...config, BASE_URL: undefined }, port);
  try {
    await seedSite({
      base,
      origin: config.BASE_URL ?? base,
      username: 'welcome',
      content: readSources(sources),
      key: config.ENSEMBLE_EDIT_KEY,
    });
    log.info({ url: `${addressOf(config, port)}/member/welcome` }, 'a site to begin with');
  } catch (err) {
    log.warn({ err }, 'the welcome site could not be made');
  }
}

/** The first signal stops in good order; a second one, of an impatient person, at once. */
function stopOn(
  signals: readonly NodeJS.Signals[],
  service: Service,
  tell: (signal: string) => void,
) {
  let stopping = false;
  for (const signal of signals) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      tell(signal);
      service.close().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`);
          process.exit(1);
        },
      );
    });
  }
}

/** A renewed certificate is taken up without a restart; one that is no good leaves the old one in place. */
function renewOn(signal: NodeJS.Signals, config: Config, { kernel }: Service, log: Logger) {
  process.on(signal, () => {
    try {
      const tls = readTls(config);
      if (tls === undefined || !('setSecureContext' in kernel.server)) return;
      kernel.server.setSecureContext(tls);
      log.info('certificate read again');
    } catch (err) {
      log.error({ err }, 'the certificate cannot be renewed; the one before it stays');
    }
  });
}

try {
  const command = readCommand(process.argv.slice(2), process.env, manifest.version);
  if (command.run === 'print') print(command.text);
  else await serve(command.config);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n`);
  process.exitCode = error instanceof ConfigError ? BAD_SETTINGS : 1;
}
