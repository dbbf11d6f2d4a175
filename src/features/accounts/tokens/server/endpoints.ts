import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { get, post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { RevokeForm, TokenForm } from '../../forms.ts';
import { alwaysFor, mayChangeAfterProof } from '../../server/policy.ts';
import { presentedTokenEndpoint } from './presented-token.ts';
import { createToken, revokeToken } from './tokens.ts';

const afterProof = mayChangeAfterProof(routes.accountTokens());

/** API tokens of the viewer. */
export const tokenRoutes: RouteTable = {
  [get(routes.apiToken)]: presentedTokenEndpoint,
  [post(routes.accountTokens)]: action({
    touches: 'account',
    input: TokenForm,
    allow: afterProof,
    run: createToken,
    answer: ({ token }) => ({ Token: token }),
    once: ({ token }) => ({ path: routes.accountNewToken(), secrets: [token] }),
    next: () => routes.accountTokens(),
    form: routes.accountTokens(),
  }),
  [post(routes.tokenRevoke)]: action({
    touches: 'account',
    ...alwaysFor('the safety of the account'),
    input: RevokeForm,
    allow: afterProof,
    run: revokeToken,
    next: () => routes.accountTokens('revoked'),
    form: routes.accountTokens(),
  }),
};
