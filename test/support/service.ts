/** A whole service on a port of its own, for tests: real sockets, small limits where asked. */
import pino from 'pino';
import { ProxyTrust } from '../../src/http/address.ts';
import { Bundles } from '../../src/http/bundles.ts';
import { type LimitChanges, limitsWith } from '../../src/limits.ts';
import { createService, type Service, type ServiceOptions } from '../../src/service.ts';
import { bundled } from './bundled.ts';
import { noSites } from './no-sites.ts';

export interface TestServiceOptions extends Partial<Omit<ServiceOptions, 'limits' | 'log'>> {
  readonly limits?: LimitChanges;
}

export interface TestService {
  readonly port: number;
  readonly service: Service;
  /** What was logged, parsed. */
  readonly lines: readonly Record<string, unknown>[];
  close(): Promise<void>;
}

let built: Bundles | undefined;

/** The pages' scripts and styles, built once. */
export async function bundles(): Promise<Bundles> {
  if (built === undefined) {
    await bundled();
    built = Bundles.read('dist/web');
  }
  return built;
}

export async function startService(options: TestServiceOptions = {}): Promise<TestService> {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const service = await createService({
    sites: noSites(),
    bundles: await bundles(),
    trust: new ProxyTrust(''),
    origin: { base: undefined, loopbackOnly: true },
    log,
    ...options,
    limits: limitsWith({ drain_ms: 2_000, ...options.limits }),
  });
  const port = await service.kernel.listen(0, '127.0.0.1');
  return { port, service, lines, close: () => service.close() };
}

/** Runs `body` with a service and closes it whatever happens. */
export async function withService(
  options: TestServiceOptions,
  body: (running: TestService) => Promise<void>,
): Promise<void> {
  const running = await startService(options);
  try {
    await body(running);
  } finally {
    await running.close();
  }
}
