/** The key by which this browser is the same author tomorrow: it cannot be read, only used, and only by our pages. */
import { done, openDatabase } from './indexed-db.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;
const DATABASE = 'ensemble.device';
const KEYS = 'keys';
const AUTHOR = 'author';

/** An author's key, as stored: the private half is not extractable. */
interface StoredKey {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

function isStoredKey(value: unknown): value is StoredKey {
  if (typeof value !== 'object' || value === null) return false;
  return ['privateKey', 'publicKey'].every((name) => Reflect.get(value, name) instanceof CryptoKey);
}

async function readKey(database: IDBDatabase): Promise<StoredKey | undefined> {
  const value: unknown = await done(database.transaction(KEYS).objectStore(KEYS).get(AUTHOR));
  return isStoredKey(value) ? value : undefined;
}

/** Another tab may have made one meanwhile, which then counts. */
async function makeKey(database: IDBDatabase): Promise<StoredKey> {
  const made: StoredKey = await crypto.subtle.generateKey(ALGORITHM, false, ['sign']);
  const keys = database.transaction(KEYS, 'readwrite').objectStore(KEYS);
  const known: unknown = await done(keys.get(AUTHOR));
  if (isStoredKey(known)) return known;
  await done(keys.put(made, AUTHOR));
  return made;
}

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export class DeviceKey {
  readonly #key: StoredKey;

  private constructor(key: StoredKey) {
    this.#key = key;
  }

  /**
   * The key of this browser; a new one if `create` and there is none. Undefined where a browser keeps none: over plain
   * http, or with storage turned off.
   */
  static async open(create: boolean): Promise<DeviceKey | undefined> {
    if (!isSecureContext) return undefined;
    try {
      const database = await openDatabase(DATABASE, { [KEYS]: {} });
      const key = (await readKey(database)) ?? (create ? await makeKey(database) : undefined);
      database.close();
      return key && new DeviceKey(key);
    } catch {
      return undefined;
    }
  }

  /** The public half: a point of P-256, uncompressed, base64url. */
  async publicKey(): Promise<string> {
    return base64url(await crypto.subtle.exportKey('raw', this.#key.publicKey));
  }

  async sign(message: Uint8Array<ArrayBuffer>): Promise<string> {
    return base64url(await crypto.subtle.sign(SIGNING, this.#key.privateKey, message));
  }
}
