/** People who prove who they are over a socket, as browsers do. */
import { webcrypto } from 'node:crypto';
import * as v from 'valibot';
import {
  ChallengeReply,
  IdentifyReply,
  InviteReply,
  identityMessage,
} from '../../src/shared/site/access-protocol.ts';
import type { Editor } from './sites.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;

export interface Device {
  /** The public key, as `identify` has it. */
  readonly key: string;
  sign(origin: string, nonce: string): Promise<string>;
}

export async function newDevice(): Promise<Device> {
  const { publicKey, privateKey } = await webcrypto.subtle.generateKey(ALGORITHM, false, ['sign']);
  const point = await webcrypto.subtle.exportKey('raw', publicKey);
  const sign = async (origin: string, nonce: string) => {
    const message = identityMessage(origin, nonce);
    const signature = await webcrypto.subtle.sign(SIGNING, privateKey, message);
    return Buffer.from(signature).toString('base64url');
  };
  return { key: Buffer.from(point).toString('base64url'), sign };
}

export async function challengeOf(editor: Editor): Promise<v.InferOutput<typeof ChallengeReply>> {
  const { value } = await editor.request({ op: 'challenge' });
  return v.parse(ChallengeReply, value);
}

/** Identifies an editor by a device; gives its author id. */
export async function identify(editor: Editor, device: Device): Promise<string> {
  const { nonce, origin } = await challengeOf(editor);
  const signature = await device.sign(origin, nonce);
  const { value } = await editor.request({ op: 'identify', key: device.key, signature });
  return v.parse(IdentifyReply, value).author;
}

/** The secret of a new link. */
export async function invite(
  owner: Editor,
  about: { readonly once: boolean; readonly name?: string; readonly days?: number },
): Promise<string> {
  const { value } = await owner.request({ op: 'invite', ...about });
  return v.parse(InviteReply, value).secret;
}
