import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  Uint8Array_,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { minuteMs } from '#lib/codes/durations.ts';
import { passkeyDomain } from '#platform/auth/passkey-domain.ts';
import { keyedHash } from '#platform/auth/sealed.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { siteName } from '#platform/switches/site-name.ts';
import { type Factor, factorsOf } from './factors.ts';

export const maxPasskeys = 20;
const challengeMinutes = 5;
/** Ed25519, ES256 and RS256: every authenticator supports one of them. */
const algorithms = [-8, -7, -257];

// loaded on first use, because its certificate parsers slow down the start of the server
const webauthn = () => import('@simplewebauthn/server');

/** The account and place that a challenge was issued for; it is valid only there, and once. */
export interface Holder {
  accountId: number;
  /** the session or the unfinished sign-in */
  place: string;
}

const bytesOf = (text: string): Uint8Array_ => new Uint8Array(Buffer.from(text, 'base64url'));
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const transportsOf = ({ transports }: Factor) => (transports ? transports.split(',') : []);

const noDomain = () =>
  new Problem(422, 'Passkeys only work at this edition’s main address.', { field: 'Passkey' });

function domainOf(ctx: Ctx, origin: string): string {
  const domain = passkeyDomain(ctx, origin);
  if (domain === null) throw noDomain();
  return domain;
}

const passkeysOf = async (ctx: Ctx, accountId: number, domain: string) =>
  (await factorsOf(ctx, accountId)).filter((factor) => factor.domain === domain);

async function storeChallenge(ctx: Ctx, holder: Holder, domain: string, challenge: string): Promise<void> {
  await ctx.db
    .insertInto('passkey_challenge')
    .values({
      challenge,
      holder: holder.place,
      account_id: holder.accountId,
      site: ctx.site.code,
      domain,
      expires_at: new Date(ctx.clock.now().getTime() + challengeMinutes * minuteMs),
    })
    .execute();
}

/** Uses a challenge up, whatever the result. */
const spendChallenge = (ctx: Ctx, holder: Holder, domain: string) => async (challenge: string) => {
  const gone = await ctx.db
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challenge)
    .where('holder', '=', holder.place)
    .where('account_id', '=', holder.accountId)
    .where('site', '=', ctx.site.code)
    .where('domain', '=', domain)
    .where('expires_at', '>', ctx.clock.now())
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
};

/** The options with which the browser creates a passkey for this account. */
export async function optionsToAdd(ctx: Ctx, holder: Holder, origin: string, name: string): Promise<object> {
  const domain = domainOf(ctx, origin);
  const known = await passkeysOf(ctx, holder.accountId, domain);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: siteName(ctx),
    rpID: domain,
    userName: name,
    // not an id of ours: authenticators never show it, but they store it
    userID: new Uint8Array(keyedHash(ctx.secrets.factor, 'passkey user', `${holder.accountId}`)),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map((factor) => ({
      id: factor.credential_id ?? '',
      transports: transportsOf(factor),
    })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await storeChallenge(ctx, holder, domain, options.challenge);
  return options;
}

/** The options with which the browser proves one of the account's passkeys for this edition. */
export async function optionsToProve(ctx: Ctx, holder: Holder, origin: string): Promise<object> {
  const domain = domainOf(ctx, origin);
  const known = await passkeysOf(ctx, holder.accountId, domain);
  if (known.length === 0) {
    throw new Problem(422, 'This account has no passkey for this edition.', { field: 'Passkey' });
  }
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: domain,
    userVerification: 'preferred',
    allowCredentials: known.map((factor) => ({
      id: factor.credential_id ?? '',
      transports: transportsOf(factor),
    })),
  });
  await storeChallenge(ctx, holder, domain, options.challenge);
  return options;
}

const word = z.string().max(20_000);
const Credential = z.object({
  id: word,
  rawId: word,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
});
const Added = Credential.extend({
  response: z.object({
    clientDataJSON: word,
    attestationObject: word,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
});
const Proven = Credential.extend({
  response: z.object({
    clientDataJSON: word,
    authenticatorData: word,
    signature: word,
    userHandle: word.optional(),
  }),
});

const notProven = () =>
  new Problem(422, 'We couldn’t verify this passkey. Try again, or use another method.', {
    field: 'Passkey',
  });

/** Runs a check of the library; every failure becomes the same refusal, and the reason is logged. */
async function checked<Result>(ctx: Ctx, check: () => Promise<Result>): Promise<Result> {
  try {
    return await check();
  } catch (err) {
    ctx.log.info(
      { reason: err instanceof Error ? err.message : String(err), requestId: ctx.requestId },
      'a passkey was refused',
    );
    throw notProven();
  }
}

function parsed<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw notProven();
  }
}

/** Checks a new passkey; returns what is stored of it. */
export async function checkAdded(ctx: Ctx, holder: Holder, origin: string, sent: string) {
  const domain = domainOf(ctx, origin);
  const response: RegistrationResponseJSON = parsed(Added, sent);
  const { verifyRegistrationResponse } = await webauthn();
  const { registrationInfo } = await checked(ctx, () =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: spendChallenge(ctx, holder, domain),
      expectedOrigin: origin,
      expectedRPID: domain,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!registrationInfo) throw notProven();
  const { credential } = registrationInfo;
  return {
    credential_id: credential.id,
    public_key: textOf(credential.publicKey),
    counter: credential.counter,
    transports: response.response.transports?.join(',') ?? '',
    domain,
  };
}

/**
 * Checks that one of the account's passkeys was just used; returns its factor_id. A counter that did not increase indicates a
 * copied authenticator and is refused.
 */
export async function checkProven(ctx: Ctx, holder: Holder, origin: string, sent: string): Promise<number> {
  const domain = domainOf(ctx, origin);
  const response: AuthenticationResponseJSON = parsed(Proven, sent);
  const known = await passkeysOf(ctx, holder.accountId, domain);
  const factor = known.find(({ credential_id }) => credential_id === response.id);
  const { verifyAuthenticationResponse } = await webauthn();
  const before = factor?.counter ?? 0;
  const { verified, authenticationInfo } = await checked(ctx, () =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: spendChallenge(ctx, holder, domain),
      expectedOrigin: origin,
      expectedRPID: domain,
      credential: { id: response.id, publicKey: bytesOf(factor?.public_key ?? ''), counter: before },
      requireUserVerification: false,
    }),
  );
  if (!factor || !verified) throw notProven();
  const { numUpdatedRows } = await ctx.db
    .updateTable('account_factor')
    .set({ counter: authenticationInfo.newCounter, last_used_at: ctx.clock.now() })
    .where('factor_id', '=', factor.factor_id)
    .where('counter', '=', before)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notProven();
  return factor.factor_id;
}
