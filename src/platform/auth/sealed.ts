import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const [ivBytes, tagBytes] = [12, 16];

// Each use has its own key, so that one cannot be used against another.
const keyFor = (secret: string, use: string) => createHash('sha256').update(`${use}\n${secret}`).digest();

/** Encrypts `text` (AES-256-GCM). It can be opened only with the same secret and `owner`. */
export function seal(secret: string, owner: string, text: string): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, keyFor(secret, 'seal'), iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([iv, sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()]);
  return sealed.toString('base64url');
}

/** Returns the text given to `seal`. Throws if secret or owner differ, or a byte was changed. */
export function unseal(secret: string, owner: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const end = bytes.length - tagBytes;
  const opening = createDecipheriv(cipher, keyFor(secret, 'seal'), bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(end));
  return opening.update(bytes.subarray(ivBytes, end), undefined, 'utf8') + opening.final('utf8');
}

/** A keyed hash: without the secret, guesses cannot be tested against it. */
export const keyedHash = (secret: string, use: string, text: string): Buffer =>
  createHmac('sha256', keyFor(secret, use)).update(text).digest();
