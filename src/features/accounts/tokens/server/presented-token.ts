import { z } from 'zod';
import { tokenScopeNames } from '#lib/codes/token-scopes.ts';
import { presentedToken } from '#platform/auth/presented.ts';
import { hashOf } from '#platform/auth/session-adapter.ts';
import { tokenRead } from '#platform/http/token-endpoint.ts';

/** GET /api/token: what the token of a request is, so that a program can check it before it begins. */
export const presentedTokenEndpoint = tokenRead({
  scope: 'any',
  about: 'The token itself: whose it is, what it permits, and until when.',
  output: z.object({
    UserId: z.int(),
    Name: z.string(),
    TokenName: z.string(),
    Scopes: z.array(z.enum(tokenScopeNames)),
    ExpiresAt: z.string().nullable().describe('null: when you revoke it'),
  }),
  async read({ db, viewer }, request) {
    const row = await db
      .selectFrom('api_token')
      .where('token_hash', '=', hashOf(presentedToken(request) ?? ''))
      .select(['name', 'scopes', 'expires_at'])
      .executeTakeFirstOrThrow();
    return {
      UserId: viewer.userId,
      Name: viewer.name,
      TokenName: row.name,
      Scopes: tokenScopeNames.filter((scope) => row.scopes.includes(scope)),
      ExpiresAt: row.expires_at?.toISOString() ?? null,
    };
  },
});
