/** An authenticator in software, for tests on a raw socket: makes passkeys, and signs as one would or would not. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import * as v from 'valibot';
import { PasskeyReply } from '../../src/shared/site/member-protocol.ts';
import { identify, newDevice } from './identity.ts';
import { Editor } from './sites.ts';

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_CREDENTIAL = 64;
const Options = v.object({ challenge: v.string() });

const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array | string): string => Buffer.from(data).toString('base64url');
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const uint = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

export interface Wrong {
  readonly origin?: string;
  readonly host?: string;
  readonly flags?: number;
  /** What the data says it is for. */
  readonly type?: string;
}

export class Authenticator {
  readonly id = randomBytes(16);
  readonly #key: KeyObject;
  readonly #cose: Buffer;
  counter = 1;

  constructor() {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const [left, right] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    this.#key = privateKey;
    this.#cose = Buffer.concat([
      hex('a5 01 02 03 26 20 01 21 58 20'),
      left,
      hex('22 58 20'),
      right,
    ]);
  }

  #data(origin: string, flags: number, wrong: Wrong): Buffer {
    const { host = new URL(origin).hostname } = wrong;
    return Buffer.concat([sha256(host), uint(wrong.flags ?? flags, 1), uint(this.counter, 4)]);
  }

  #client(type: string, challenge: string, origin: string, wrong: Wrong): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false, ...wrong });
  }

  create(challenge: string, origin: string, wrong: Wrong = {}) {
    const flags = USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL;
    const credential = [Buffer.alloc(16), uint(this.id.length, 2), this.id, this.#cose];
    const data = Buffer.concat([this.#data(origin, flags, wrong), ...credential]);
    const head = hex('a3 63 666d74 64 6e6f6e65 67 61747453746d74 a0 68 6175746844617461 58');
    const attestation = Buffer.concat([head, uint(data.length, 1), data]);
    const client = this.#client('webauthn.create', challenge, origin, wrong);
    return {
      ...this.#about(),
      response: { clientDataJSON: base64url(client), attestationObject: base64url(attestation) },
    };
  }

  get(challenge: string, origin: string, wrong: Wrong = {}) {
    const data = this.#data(origin, USER_PRESENT | USER_VERIFIED, wrong);
    const client = this.#client('webauthn.get', challenge, origin, wrong);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#key);
    return {
      ...this.#about(),
      response: {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      },
    };
  }

  #about() {
    const id = base64url(this.id);
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
  }
}

/** The challenge an editor's next passkey has to sign. */
export async function passkeyChallenge(
  editor: Editor,
  purpose: 'register' | 'sign-in',
  name?: string,
): Promise<string> {
  const asked = { op: 'passkey', purpose, ...(name !== undefined && { name }) } as const;
  const { value } = await editor.request(asked);
  return v.parse(Options, v.parse(PasskeyReply, value).options).challenge;
}

export const originOf = (port: number): string => `http://127.0.0.1:${port}`;

/** An editor of a site, identified by a device of its own. */
export async function guest(port: number, site: string, name = ''): Promise<Editor> {
  const editor = await new Editor(port, site, { name }).ready();
  await identify(editor, await newDevice());
  return editor;
}

/** Makes whoever an editor is a member; gives the recovery codes. */
export async function join(
  editor: Editor,
  port: number,
  name: string,
  passkey: Authenticator,
): Promise<string[]> {
  const challenge = await passkeyChallenge(editor, 'register', name);
  const response = passkey.create(challenge, originOf(port));
  const { ok, value } = await editor.request({ op: 'register', response });
  if (!ok) throw new Error(JSON.stringify(value));
  return v.parse(v.array(v.string()), value['newCodes']);
}

export async function signIn(editor: Editor, port: number, passkey: Authenticator) {
  passkey.counter += 1;
  const challenge = await passkeyChallenge(editor, 'sign-in');
  const response = passkey.get(challenge, originOf(port));
  return editor.request({ op: 'sign-in', response });
}

/** Makes an editor a member, with a device and a passkey of its own. */
export async function becomeMember(editor: Editor, port: number, name: string): Promise<void> {
  await identify(editor, await newDevice());
  await join(editor, port, name, new Authenticator());
}
