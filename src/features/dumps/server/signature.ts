import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { Services } from '#platform/context.ts';

/** What comes before the seed of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex');

const keyOf = ({ dumps }: Pick<Services['secrets'], 'dumps'>): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([pkcs8Start, Buffer.from(dumps, 'base64url')]),
    format: 'der',
    type: 'pkcs8',
  });

/** The Ed25519 signature of a manifest, in Base64. */
export const signatureOf = (secrets: Pick<Services['secrets'], 'dumps'>, manifest: string): string =>
  sign(null, Buffer.from(manifest), keyOf(secrets)).toString('base64');

/** The key with which signatures are checked, as PEM. */
export const publicKeyOf = (secrets: Pick<Services['secrets'], 'dumps'>): string =>
  createPublicKey(keyOf(secrets)).export({ type: 'spki', format: 'pem' }).toString();
