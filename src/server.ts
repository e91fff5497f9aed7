/** The program: reads its settings, opens the store, listens, and shuts down gracefully. */
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import type { Logger } from 'pino';
import { MODES } from '../build/ts/registry.ts';
import manifest from '../package.json' with { type: 'json' };
import { type Config, ConfigError, isLoopback, readCommand } from './config.ts';
import { Bundles } from './http/bundles.ts';
import { SERVICE_WORKER_HEADERS } from './http/policy.ts';
import { SiteHosts } from './http/site-host.ts';
import { limitsWith } from './limits.ts';
import { AccessLog, createLog } from './log.ts';
import { editorViews } from './routes/editor-views.ts';
import { noticePage } from './routes/notice-page.ts';
import { playerPage } from './routes/player-view.ts';
import { referencePage } from './routes/reference-view.ts';
import { scriptPage } from './routes/script-page.ts';
import { createService, type Service } from './service.ts';
import { readSources } from './shared/site/export.ts';
import { type OpenSitesOptions, openSites } from './sites/open-sites.ts';
import { seedSite } from './sites/seed.ts';
import type { Sites } from './sites/sites.ts';
import { folderError, listenError } from './start-error.ts';
import { readTls } from './tls.ts';

const BAD_SETTINGS = 2;

/** The build's output: next to the bundled program, or in dist/ when run from source. */
const BUILT = import.meta.filename.endsWith('.ts')
  ? path.join(import.meta.dirname, '../dist')
  : import.meta.dirname;

const print = (text: string): void => {
  process.stdout.write(text);
};

/** If the log cannot be written (closed pipe, full disk), lines are lost but the service keeps running. */
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

/** The sites of DATA_DIR, or of a database. @throws ConfigError if the folder cannot be used; DatabaseError */
async function sitesOf(options: OpenSitesOptions, config: Config): Promise<Sites> {
  const { DATABASE_URL: database, NODE_ADDRESS: address, NODE_SECRET: secret } = config;
  const cluster = address === '' ? undefined : { address, secret };
  try {
    if (database === '') return openSites(options);
    const { openPostgresSites } = await import('./sites/open-postgres-sites.ts');
    // Its log line says why.
    const replaced = () => process.exit(1);
    return await openPostgresSites({ ...options, database, cluster, replaced });
  } catch (error) {
    throw folderError(error, options.directory);
  }
}

function addressOf(config: Config, port: number): string {
  if (config.BASE_URL !== undefined) return config.BASE_URL;
  const scheme = config.TLS_CERT === '' ? 'http' : 'https';
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  return `${scheme}://${host}:${port}`;
}

/** Names of this machine, where a foreign one could only come of DNS rebinding. */
function hostsOf(config: Config): string[] | undefined {
  const { BASE_URL, TLS_CERT, HOST, ENSEMBLE_EDIT_KEY } = config;
  const closed = !isLoopback(HOST) && ENSEMBLE_EDIT_KEY !== '';
  if (BASE_URL !== undefined || TLS_CERT !== '' || closed) return undefined;
  const own = hostname().toLowerCase();
  return [HOST.toLowerCase(), own, `${own}.local`];
}

async function serve(config: Config): Promise<void> {
  const human = process.stdout.isTTY === true;
  const { NODE_ADDRESS } = config;
  const node = NODE_ADDRESS === '' ? {} : { node: NODE_ADDRESS };
  const log = createLog({ level: config.LOG_LEVEL, human, write: print, ...node });
  const tls = readTls(config);
  const bundles = Bundles.read(path.join(BUILT, 'web'));
  const limits = limitsWith(config.LIMITS);
  const styles = [bundles.text('platform.css')];
  const { BASE_URL, SITES_URL } = config;
  const siteHosts =
    SITES_URL === undefined || BASE_URL === undefined
      ? undefined
      : new SiteHosts(SITES_URL, BASE_URL);
  const siteOptions: OpenSitesOptions = {
    directory: config.DATA_DIR,
    limits,
    keys: {
      edit: config.ENSEMBLE_EDIT_KEY,
      operator: config.ENSEMBLE_OPERATOR_KEY,
      membersOnly: config.EDITING === 'members',
    },
    log,
    player: bundles.text('sound-mode.js'),
    pager: bundles.text('exported.js'),
    addressOf: (username) =>
      `${config.SITES_URL === undefined ? '' : config.BASE_URL}/member/${username}`,
    ...(siteHosts !== undefined && { shownAt: (username) => siteHosts.addressOf(username) }),
    parts: {
      guard: bundles.text('site.js'),
      script: bundles.text('shell.js'),
      style: bundles.text('shell.css'),
    },
    notice: (notice, username) => noticePage(notice, username, styles),
  };
  const sites = await sitesOf(siteOptions, config);
  const service = await createService({
    sites,
    siteHosts,
    bundles,
    views: {
      ...editorViews(
        bundles,
        MODES.map(({ modeId }) => modeId),
      ),
      play: playerPage(bundles),
      reference: referencePage(bundles),
      offline: scriptPage(bundles, 'offline-worker', SERVICE_WORKER_HEADERS),
    },
    limits,
    trust: config.TRUST_PROXY,
    origin: {
      base: config.BASE_URL,
      loopbackOnly: isLoopback(config.HOST),
      hosts: hostsOf(config),
    },
    log,
    accessLog: config.ACCESS_LOG ? new AccessLog(print) : undefined,
    tls,
  });
  stopOn(['SIGTERM', 'SIGINT'], service, (signal) => log.info({ signal }, 'stopping'));
  renewOn('SIGHUP', config, service, log);
  process.on('uncaughtExceptionMonitor', (err) => log.fatal({ err }, 'crashed'));
  try {
    const port = await service.kernel.listen(config.PORT, config.HOST).catch((error: unknown) => {
      throw listenError(error, config);
    });
    const data = path.resolve(config.DATA_DIR);
    log.info({ url: addressOf(config, port), version: manifest.version, data }, 'listening');
    if (config.WELCOME) await welcome(config, port, sites, log);
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** Creates the welcome site, the same way a person creates one. */
async function welcome(config: Config, port: number, sites: Sites, log: Logger): Promise<void> {
  await sites.loading;
  if (sites.list({ search: '', offset: 0, count: 1 }).total > 0) return;
  const sources = readFileSync(path.join(BUILT, 'welcome.json'), 'utf8');
  const base = addressOf({ ...config, BASE_URL: undefined }, port);
  try {
    await seedSite({
      base,
      origin: config.BASE_URL ?? base,
      username: 'welcome',
      content: readSources(sources),
      // Where only members edit, the operator's key does.
      key: config.ENSEMBLE_EDIT_KEY || config.ENSEMBLE_OPERATOR_KEY,
    });
    log.info({ url: `${addressOf(config, port)}/member/welcome` }, 'welcome site created');
  } catch (err) {
    log.warn({ err }, 'cannot create the welcome site');
  }
}

/** The first signal shuts down gracefully, a second one immediately. */
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

/**
 * Reloads a renewed certificate without a restart; an invalid one is logged and the old one is kept. Also handled
 * without TLS: by default the signal would end the server.
 */
function renewOn(signal: NodeJS.Signals, config: Config, { kernel }: Service, log: Logger) {
  process.on(signal, () => {
    try {
      const tls = readTls(config);
      if (tls === undefined || !('setSecureContext' in kernel.server)) {
        log.info('no certificate to reload; restart the server to apply other settings');
        return;
      }
      kernel.server.setSecureContext(tls);
      log.info('certificate reloaded');
    } catch (err) {
      log.error({ err }, 'cannot reload the certificate; keeping the old one');
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
