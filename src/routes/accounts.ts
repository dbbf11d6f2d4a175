import { query } from '#routes/query.ts';

/** Addresses of sign-ins and of the viewer's own account. */
export const accountRoutes = {
  signedIn: () => '/account/signedin',
  /** for users who cannot sign in; the token proves the account */
  accountSuspended: (token: string | null = null) => `/account/suspended${query({ token })}`,
  /** the viewer's own sanctions; `sanctionId`: scrolled to this one */
  accountSanctions: (sanctionId?: number) =>
    `/account/sanctions${sanctionId === undefined ? '' : `#sanction-${sanctionId}`}`,
  account: (
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
  ) => (done ? `/account?done=${done}` : '/account'),
  accountPassword: () => '/account/password',
  accountEmail: () => '/account/email',
  accountName: () => '/account/name',
  accountDelete: () => '/account/delete',
  /** after the account was closed by its owner */
  accountClosed: () => '/account/closed',
  accountReopen: (token?: string) =>
    token ? `/account/reopen?token=${encodeURIComponent(token)}` : '/account/reopen',
  accountExport: (done?: 'requested') => (done ? `/account/export?done=${done}` : '/account/export'),
  accountExportZip: () => '/account/export.zip',
  accountFactors: (done?: 'passkey' | 'removed') =>
    done ? `/account/factors?done=${done}` : '/account/factors',
  factorRemove: (factorId: number) => `/account/factors/${factorId}/remove`,
  accountApp: () => '/account/app',
  accountAppStart: () => '/account/app/start',
  accountPasskeys: () => '/account/passkeys',
  passkeyOptions: () => '/account/passkeys/options',
  recoveryCodes: () => '/account/recoverycodes',
  accountTokens: (done?: 'revoked') => (done ? `/account/tokens?done=${done}` : '/account/tokens'),
  accountNewToken: () => '/account/tokens/new',
  tokenRevoke: (tokenId: number) => `/account/tokens/${tokenId}/revoke`,
  secondStep: (way = '') => `/login/second${way}`,
  secondStepOptions: () => '/login/second/options',
  accountConfirm: (token?: string) =>
    token ? `/account/confirm?token=${encodeURIComponent(token)}` : '/account/confirm',
  accountResend: () => '/account/resend',
  logoutEverywhere: () => '/account/logouteverywhere',
  logoutElsewhere: () => '/account/logoutelsewhere',
  sessionEnd: (sessionId: number) => `/account/sessions/${sessionId}/end`,
  /** requests a new proof of identity, then leads to `returnTo` */
  accountAgain: (returnTo?: string) =>
    returnTo ? `/account/again?returnTo=${encodeURIComponent(returnTo)}` : '/account/again',
  forgotPassword: (done?: 'sent') => (done ? `/account/forgot?done=${done}` : '/account/forgot'),
  resetPassword: (token?: string) =>
    token ? `/account/reset?token=${encodeURIComponent(token)}` : '/account/reset',
} as const;
