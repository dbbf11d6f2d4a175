import type { RouteTable } from '#platform/http/router.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { RevokeForm, TokenForm } from '../../forms.ts';
import { formEndpoint } from '../../server/form-endpoint.ts';
import { createToken, revokeToken } from './tokens.ts';

/** API tokens of the viewer. */
export const tokenRoutes: RouteTable = {
  [post(routes.accountTokens)]: formEndpoint({
    touches: 'account',
    input: TokenForm,
    run: createToken,
    answer: ({ token }) => ({ value: { Token: token }, setCookies: [] }),
    once: ({ token }) => ({ path: routes.accountNewToken(), secrets: [token] }),
    next: () => routes.accountTokens(),
    page: routes.accountTokens(),
  }),
  [post(routes.tokenRevoke)]: formEndpoint({
    touches: 'account',
    alwaysFor: 'the safety of the account',
    input: RevokeForm,
    run: (ctx, _, { tokenId }) => revokeToken(ctx, tokenId),
    next: () => routes.accountTokens('revoked'),
    page: routes.accountTokens(),
  }),
};
