import { path, query } from './path.ts';

/** Addresses of sign-ins and of the viewer's own account. */
export const accountPaths = {
  login: path('/login', (returnTo?: string) => query({ returnTo: returnTo || null })),
  register: path('/register', (returnTo?: string) => query({ returnTo: returnTo || null })),
  /** after registering; `returnTo`: where this leads */
  welcome: path('/account/welcome', (way?: string) => way ?? ''),
  /** signs in here with the session of another edition; `returnTo`: where this leads */
  crossing: path('/login/from/:site', (returnTo: string | null = null) => query({ returnTo })),
  /** on that edition: proves its session to the edition that asks */
  crossingProof: path('/login/to/:site', (asked: { challenge: string; returnTo: string }) => query(asked)),
  /** back where it began, with the proof */
  crossingEnd: path('/login/crossed', (proof: { code: string; returnTo: string }) => query(proof)),
  logout: path('/logout'),
  signedIn: path('/account/signedin'),
  /** for users who cannot sign in; the token proves the account */
  accountSuspended: path('/account/suspended', (token: string | null = null) => query({ token })),
  /** the viewer's own sanctions; `sanctionId`: scrolled to this one */
  accountSanctions: path('/account/sanctions', (sanctionId?: number) =>
    sanctionId === undefined ? '' : `#sanction-${sanctionId}`,
  ),
  account: path(
    '/account',
    (
      done?:
        | 'password'
        | 'resent'
        | 'session'
        | 'sessions'
        | 'email'
        | 'name'
        | 'reopened'
        | 'claim'
        | 'claimend',
    ) => query({ done }),
  ),
  accountPassword: path('/account/password'),
  accountEmail: path('/account/email'),
  accountName: path('/account/name'),
  accountDelete: path('/account/delete'),
  /** after the account was closed by its owner */
  accountClosed: path('/account/closed'),
  accountReopen: path('/account/reopen', (token?: string) => query({ token: token || null })),
  accountExport: path('/account/export', (done?: 'requested') => query({ done })),
  accountExportZip: path('/account/export.zip'),
  accountFactors: path('/account/factors', (done?: 'passkey' | 'removed') => query({ done })),
  factorRemove: path('/account/factors/:factorId/remove'),
  accountApp: path('/account/app'),
  accountAppStart: path('/account/app/start'),
  accountPasskeys: path('/account/passkeys'),
  passkeyOptions: path('/account/passkeys/options'),
  recoveryCodes: path('/account/recoverycodes'),
  accountTokens: path('/account/tokens', (done?: 'revoked') => query({ done })),
  accountNewToken: path('/account/tokens/new'),
  tokenRevoke: path('/account/tokens/:tokenId/revoke'),
  /** programs of the viewer that others sign in to */
  applications: path('/account/applications', (done?: 'removed') => query({ done })),
  application: path('/account/applications/:applicationId', (done?: 'registered' | 'saved') =>
    query({ done }),
  ),
  applicationRemove: path('/account/applications/:applicationId/remove'),
  /** where an application asks for access; the parameters of RFC 6749 */
  oauthAuthorize: path('/oauth/authorize', (asked: Readonly<Record<string, string>> = {}) => query(asked)),
  oauthToken: path('/oauth/token'),
  oauthRevoke: path('/oauth/revoke'),
  oauthMetadata: path('/.well-known/oauth-authorization-server'),
  /** `way`: a query with the way that was chosen */
  secondStep: path('/login/second', (way?: string) => way ?? ''),
  secondStepOptions: path('/login/second/options'),
  accountConfirm: path('/account/confirm', (token?: string) => query({ token: token || null })),
  accountResend: path('/account/resend'),
  logoutEverywhere: path('/account/logouteverywhere'),
  logoutElsewhere: path('/account/logoutelsewhere'),
  sessionEnd: path('/account/sessions/:sessionId/end'),
  /** requests a new proof of identity, then leads to `returnTo` */
  accountAgain: path('/account/again', (returnTo?: string) => query({ returnTo: returnTo || null })),
  forgotPassword: path('/account/forgot', (done?: 'sent') => query({ done })),
  resetPassword: path('/account/reset', (token?: string) => query({ token: token || null })),
} as const;
