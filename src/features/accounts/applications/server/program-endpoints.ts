import { daySeconds } from '#lib/codes/durations.ts';
import { tokenScopeNames } from '#lib/codes/token-scopes.ts';
import type { Ctx } from '#platform/context.ts';
import { inRetriedTransaction } from '#platform/ctx.ts';
import { readForm } from '#platform/http/form-body.ts';
import { Problem } from '#platform/http/problem.ts';
import { databaseProblem, retryAfter } from '#platform/http/problem-reply.ts';
import { json } from '#platform/http/send.ts';
import type { Endpoint, Reply } from '#platform/http/types.ts';
import { assertAllWritable } from '#platform/switches/rules.ts';
import { routes } from '#routes/routes.ts';
import { single } from '../asked.ts';
import { accessDays } from '../model.ts';
import { exchangeCode, isClient, revokeOwnToken } from './exchange.ts';

/** Errors of RFC 6749, section 5.2, and `temporarily_unavailable`, which programs know from section 4.1.2.1. */
type ErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'temporarily_unavailable';

class Refusal extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, description: string, status = 400, headers = {}) {
    super(description);
    this.code = code;
    this.status = status;
    this.headers = headers;
  }
}

/** A refusal of the server as programs expect it here. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const problem = error instanceof Problem ? error : databaseProblem(error);
  if (!problem) throw error;
  const isOurs = problem.status === 429 || problem.status >= 500;
  return new Refusal(
    isOurs ? 'temporarily_unavailable' : 'invalid_request',
    problem.message,
    problem.status,
    retryAfter(problem),
  );
}

/** An address that the programs of applications call: a form without cookies, answered with JSON. */
const forPrograms = (answer: (ctx: Ctx, sent: URLSearchParams) => Promise<Reply>): Endpoint => ({
  ignoresCookies: true,
  async handle(ctx, request) {
    try {
      await ctx.limits.consume('application-requests', { address: request.address });
      return await answer(ctx, await readForm(request));
    } catch (error) {
      const { code, message, status, headers } = refusalOf(error);
      // characters that RFC 6749 does not allow in a description
      const description = message.replace(/["\\]|[^\x20-\x7e]/g, "'");
      return json({ error: code, error_description: description }, status, headers);
    }
  },
});

function needed(sent: URLSearchParams, name: string): string {
  const value = single(sent, name);
  if (value === null) throw new Refusal('invalid_request', `${name} is missing, or sent more than once`);
  return value;
}

async function clientIn(ctx: Ctx, sent: URLSearchParams): Promise<string> {
  const clientId = needed(sent, 'client_id');
  if (await isClient(ctx, clientId)) return clientId;
  throw new Refusal('invalid_client', 'the application is not registered', 401);
}

/** POST /oauth/token: exchanges a code for a token. */
const exchangeEndpoint = forPrograms(async (ctx, sent) => {
  assertAllWritable(ctx);
  if (needed(sent, 'grant_type') !== 'authorization_code')
    throw new Refusal('unsupported_grant_type', 'grant_type must be authorization_code');
  const clientId = await clientIn(ctx, sent);
  const [code, redirect, verifier] = ['code', 'redirect_uri', 'code_verifier'].map((name) =>
    needed(sent, name),
  ) as [string, string, string]; // as many as names
  if (!/^[\w.~-]{43,128}$/.test(verifier))
    throw new Refusal('invalid_request', 'code_verifier must have 43 to 128 of the characters of RFC 7636');
  const given = await inRetriedTransaction(ctx, (tx) =>
    exchangeCode(tx, { clientId, code, redirect, verifier }),
  );
  if (!given)
    throw new Refusal('invalid_grant', 'the code is unknown, used or expired, or belongs to another request');
  return json({
    access_token: given.token,
    token_type: 'Bearer',
    expires_in: accessDays * daySeconds,
    scope: given.scopes.join(' '),
  });
});

export const tokenEndpoint: Endpoint = { ...exchangeEndpoint, oauth: 'tokenUrl' };

/** POST /oauth/revoke (RFC 7009): an application gives back a token. */
export const revokeEndpoint: Endpoint = forPrograms(async (ctx, sent) => {
  const clientId = await clientIn(ctx, sent);
  const token = needed(sent, 'token');
  const isRevoked = await inRetriedTransaction(ctx, (tx) => revokeOwnToken(tx, { clientId, token }));
  if (!isRevoked) throw new Refusal('invalid_grant', 'the token is not one of this application');
  return json({});
});

/** GET /.well-known/oauth-authorization-server (RFC 8414): what programs need to know of this edition. */
export const metadataEndpoint: Endpoint = {
  isShared: true,
  handle: async (_, { origin }) =>
    json(
      {
        issuer: origin,
        authorization_endpoint: `${origin}${routes.oauthAuthorize()}`,
        token_endpoint: `${origin}${routes.oauthToken()}`,
        revocation_endpoint: `${origin}${routes.oauthRevoke()}`,
        service_documentation: `${origin}${routes.api()}#tokens`,
        scopes_supported: tokenScopeNames,
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        revocation_endpoint_auth_methods_supported: ['none'],
        authorization_response_iss_parameter_supported: true,
      },
      200,
      { 'cache-control': 'public, max-age=3600' },
    ),
};
