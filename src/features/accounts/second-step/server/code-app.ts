import { Secret, TOTP } from 'otpauth';

// The parameters that every authenticator app supports (RFC 6238).
export const usual = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Codes of the previous and next step count too, because phone clocks are rarely exact. */
export const window = 1;
const secretBytes = 20;

/** A new secret in base32, as users type it into an authenticator app. */
export const newAppSecret = (): string => new Secret({ size: secretBytes }).base32;

/** The address in the QR code. The issuer is the name of the site. */
export const appLink = (secret: string, issuer: string, name: string): string =>
  new TOTP({ ...usual, issuer, label: name, secret }).toString();

/** The 30-second step of a code, counted since 1970; null if it is not currently valid. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null; // the library compares bytes, and throws for digits of other scripts
  const delta = TOTP.validate({
    ...usual,
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp: now.getTime(),
    window,
  });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / usual.period) + delta;
}
