import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

interface CreationOptions {
  challenge: string;
  rp: { id: string };
}
interface RequestOptions {
  challenge: string;
  rpId: string;
  allowCredentials: { id: string }[];
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const text = (bytes: Buffer) => bytes.toString('base64url');
const number = (value: number, bytes: 2 | 4) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};
const cborText = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]);
const present = 0x01;
const verified = 0x04;
const withKey = 0x40;

/** A key as CBOR: EC2, ES256, P-256, x and y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const part = (label: number, value: string) => [
    Buffer.from([label, 0x58, 0x20]),
    Buffer.from(value, 'base64url'),
  ];
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
    ...part(0x21, x),
    ...part(0x22, y),
  ]);
}

/** An authenticator with one passkey, which signs anything it is given; real browsers check more. */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #credentialId = randomBytes(16);
  /** the counter of the next response; a copied authenticator repeats or decreases it */
  counter = 1;

  get credentialId(): string {
    return text(this.#credentialId);
  }

  /** Like navigator.credentials.create() on a page of `origin`. */
  create(options: object, origin: string): string {
    const { challenge, rp } = options as CreationOptions; // made by the library for browsers
    const credential = Buffer.concat([
      Buffer.alloc(16),
      number(this.#credentialId.length, 2),
      this.#credentialId,
      coseKey(this.#keys.publicKey),
    ]);
    const data = Buffer.concat([this.#data(rp.id, present | verified | withKey), credential]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return this.#answer({
      clientDataJSON: text(this.#clientData('webauthn.create', challenge, origin)),
      attestationObject: text(attestation),
      transports: ['internal'],
    });
  }

  /** Like navigator.credentials.get(). */
  get(options: object, origin: string): string {
    const { challenge, rpId } = options as RequestOptions; // made by the library for browsers
    const clientData = this.#clientData('webauthn.get', challenge, origin);
    const data = this.#data(rpId, present | verified);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(clientData)]))
      .sign(this.#keys.privateKey);
    return this.#answer({
      clientDataJSON: text(clientData),
      authenticatorData: text(data),
      signature: text(signature),
    });
  }

  #data(domain: string, flags: number): Buffer {
    return Buffer.concat([sha256(domain), Buffer.from([flags]), number(this.counter++, 4)]);
  }

  #clientData(type: string, challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #answer(response: object): string {
    const id = this.credentialId;
    return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });
  }
}
