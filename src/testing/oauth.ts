import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { app } from '#app.ts';
import { ownTokens } from '#features/accounts/tokens/server/tokens.ts';
import type { Client } from './client.ts';
import type { TestCtx } from './ctx.ts';
import { newcomer } from './factors.ts';

export const verifier = 'v'.repeat(43);
export const challenge = createHash('sha256').update(verifier).digest('base64url');

/** Addresses that the application has registered: of each kind one. */
export const web = 'https://tool.example/back';
export const loopback = 'http://127.0.0.1/back';
export const ownScheme = 'com.example.tool:/back';

export const settings = {
  Name: 'Track tool',
  Website: 'https://tool.example/',
  Addresses: [web, loopback, ownScheme].join('\n'),
};

interface Registered {
  readonly ApplicationId: number;
  readonly ClientId: string;
}
export interface Given {
  readonly access_token: string;
}
type Fields = Readonly<Record<string, string>>;

/** An application, the member who registered it, and one who allows it; what they send, and what its program sends. */
export async function applicationWorld(ctx: TestCtx) {
  const [owner, member] = [await newcomer(ctx), await newcomer(ctx)];
  async function registered(
    change: Partial<typeof settings> = {},
    client = owner.client,
  ): Promise<Registered> {
    const answer = await client.post('/account/applications', { ...settings, ...change });
    expect(answer.problem).toBeUndefined();
    return answer.json();
  }
  const tool = await registered();
  const asking = (change: Fields = {}) => ({
    response_type: 'code',
    client_id: tool.ClientId,
    redirect_uri: web,
    scope: 'playlater records',
    state: 's1',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...change,
  });
  const allow = (change: Fields = {}, client = member.client) =>
    client.post('/oauth/authorize', asking(change));
  /** Where a user who allows it is sent. */
  async function allowed(change: Fields = {}, client = member.client): Promise<URL> {
    const answer = await allow(change, client);
    expect(answer.problem).toBeUndefined();
    return new URL(answer.json<{ Location: string }>().Location);
  }
  const codeOf = async (change?: Fields, client?: Client) =>
    (await allowed(change, client)).searchParams.get('code') ?? '';
  /** It has no cookies. */
  const program = (site = 'tmnf'): Client => member.client.on(site, app.routes);
  const exchange = (code: string, change: Fields = {}, client = program()) =>
    client.send('POST', '/oauth/token', {
      form: {
        grant_type: 'authorization_code',
        client_id: tool.ClientId,
        redirect_uri: web,
        code,
        code_verifier: verifier,
        ...change,
      },
    });
  const tokenOf = async (code: string, change?: Fields) =>
    (await exchange(code, change)).json<Given>().access_token;
  const use = (token: string, path = '/api/token') =>
    program().send('GET', path, { headers: { authorization: `Bearer ${token}` } });
  const tokensOf = async (client: Client) => ownTokens({ ...client.ctx, viewer: await client.viewer() });
  return {
    owner,
    member,
    tool,
    registered,
    asking,
    allow,
    allowed,
    codeOf,
    program,
    exchange,
    tokenOf,
    use,
    tokensOf,
  };
}
