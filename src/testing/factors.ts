import { TOTP } from 'otpauth';
import { expect } from 'vitest';
import { app } from '#app.ts';
import { appOf, openSecret } from '#features/accounts/second-step/server/factors.ts';
import type { Authenticator } from './authenticator.ts';
import { Client } from './client.ts';
import type { TestCtx } from './ctx.ts';

let people = 0;
export const password = 'long enough';

/** A registered user, signed in with the password only. */
export async function newcomer(ctx: TestCtx, table = app.routes) {
  people += 1;
  const person = { Name: `Keyholder ${people}`, Email: `keyholder${people}@example.org` };
  const client = new Client(ctx, table);
  const answer = await client.post('/register', { ...person, Password: password });
  expect(answer.problem).toBeUndefined();
  return { ...person, client, accountId: (await client.viewer()).accountId ?? 0 };
}

/** The origin of the edition in browsers. */
export const originOf = (client: Client) => `http://${client.ctx.site.host}`;

/** The code that the user's app shows now, or in `seconds`. */
export async function codeOf(ctx: TestCtx, accountId: number, seconds = 0): Promise<string> {
  const app = await appOf(ctx, accountId);
  if (!app) throw new Error(`Account ${accountId} has no authenticator app.`);
  const timestamp = ctx.clock.now().getTime() + seconds * 1000;
  return new TOTP({ secret: openSecret(ctx, app) }).generate({ timestamp });
}

/** Sets up an authenticator app; returns the recovery codes. Its first code is used up: the next one is valid half a minute later. */
export async function addApp(client: Client, accountId: number): Promise<string[]> {
  expect((await client.post('/account/app/start', {})).problem).toBeUndefined();
  const answer = await client.post('/account/app', { Code: await codeOf(client.ctx, accountId) });
  expect(answer.problem).toBeUndefined();
  client.ctx.clock.forward({ seconds: 30 });
  return answer.json<{ RecoveryCodes: string[] }>().RecoveryCodes;
}

/** Adds a passkey for the client's edition; returns the recovery codes. */
export async function addPasskey(client: Client, authenticator: Authenticator): Promise<string[]> {
  const options = await client.post('/account/passkeys/options', {});
  expect(options.problem).toBeUndefined();
  const Passkey = authenticator.create(options.json(), originOf(client));
  const answer = await client.post('/account/passkeys', { Passkey });
  expect(answer.problem).toBeUndefined();
  return answer.json<{ RecoveryCodes: string[] }>().RecoveryCodes;
}

/** Another browser of the same installation, which has entered the password and must now confirm the second step. */
export async function atSecondStep(
  client: Client,
  Name: string,
  site = client.ctx.site.code,
): Promise<Client> {
  const other = client.on(site, app.routes);
  const answer = await other.post('/login', { Name, Password: password });
  expect(answer.json<{ SecondStep?: object }>().SecondStep).toBeDefined();
  return other;
}
