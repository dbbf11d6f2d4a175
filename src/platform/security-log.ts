import type { Ctx } from './context.ts';
import { hashedNetwork } from './hashed-key.ts';

/** `session`: one of another edition vouched for its user */
type Way = 'password' | 'passkey' | 'code' | 'recovery-code' | 'session';
type Place = { accountId: number; site: string | null };

/**
 * The facts of each event: ids, flags and our own terms. Facts never contain text typed by a visitor (a password may be typed
 * into the wrong field), tokens or addresses; `path` is the path of the request without its query.
 */
export interface SecurityFacts {
  'sign-in.ok': { accountId: number; by: Way; knownBrowser: boolean };
  /** `accountId` is null if no account has the typed name or address */
  'sign-in.refused': { accountId: number | null; by: Way; knownBrowser: boolean };
  'sign-in.throttled': { by: Way };
  'sign-out': { everywhere: boolean };
  'session.ended': { accountId: number; sessions: number };
  'session.reauthenticated': { by: Way };
  'session.reauthentication-refused': { by: Way };
  register: { accountId: number };
  'reset.requested': Record<string, never>;
  'reset.done': { accountId: number };
  'mail.confirmed': { accountId: number };
  'mail.changed': { accountId: number };
  'mail.withheld': { cause: 'typed' | 'notice' };
  'password.changed': { accountId: number };
  'account.closed': { accountId: number; byOwner: boolean; tracks: 'kept' | 'removed' };
  'account.reopened': { accountId: number; byOwner: boolean };
  'account.erased': { accountId: number };
  'account.renamed': { accountId: number };
  'profile.claimed': { accountId: number; copiedId: number; by: 'profile' | 'login' };
  'export.requested': { accountId: number };
  'export.downloaded': { accountId: number };
  'factor.added': { accountId: number; factor: Way };
  'factor.removed': { accountId: number; factor: Way };
  'api-token.created': { accountId: number; tokenId: number };
  'api-token.revoked': { accountId: number; tokenId: number };
  'api-token.refused': {
    reason: 'unknown' | 'expired' | 'other scope' | 'suspended' | 'application suspended';
  };
  'application.registered': { accountId: number; applicationId: number };
  'application.removed': { accountId: number; applicationId: number };
  'application.allowed': { accountId: number; applicationId: number };
  'application.code-refused': { applicationId: number; reason: 'wrong' | 'used' };
  'role.granted': Place & { level: number; grantedBy: number | null };
  'role.revoked': Place;
  'supporter.changed': { accountId: number; until: Date | null };
  'moderation.act': { act: string; subject: string; subjectId: number };
  'token.refused': { reason: 'missing' | 'signed out' | 'other session' | 'too old' };
  'policy.refused': { method: string; path: string };
  'limit.refused': { method: string; path: string };
}

export type SecurityEvent = keyof SecurityFacts;

/** Level and message of each event. */
export const securityEvents: Readonly<Record<SecurityEvent, readonly ['info' | 'warn', string]>> = {
  'sign-in.ok': ['info', 'somebody signed in'],
  'sign-in.refused': ['warn', 'a sign-in was refused'],
  'sign-in.throttled': ['warn', 'a sign-in was refused without a check: too many tries'],
  'sign-out': ['info', 'somebody signed out'],
  'session.ended': ['info', 'sessions were ended'],
  'session.reauthenticated': ['info', 'a session proved again who its user is'],
  'session.reauthentication-refused': ['warn', 'a session could not prove again who its user is'],
  register: ['info', 'an account was made'],
  'reset.requested': ['info', 'a new password was requested by mail'],
  'reset.done': ['warn', 'a password was replaced by the link of a mail'],
  'mail.confirmed': ['info', 'an email address was confirmed'],
  'mail.changed': ['warn', 'an email address was changed'],
  'mail.withheld': ['warn', 'a mail was not sent: too many to this address'],
  'password.changed': ['warn', 'a password was changed'],
  'account.closed': ['warn', 'an account was closed'],
  'account.reopened': ['warn', 'an account was reopened'],
  'account.erased': ['warn', 'an account was erased'],
  'account.renamed': ['info', 'an account was renamed'],
  'profile.claimed': ['warn', 'a profile copied from another site was claimed'],
  'export.requested': ['warn', 'an export of a user’s own data was requested'],
  'export.downloaded': ['warn', 'an export of a user’s own data was downloaded'],
  'factor.added': ['warn', 'a factor was added to an account'],
  'factor.removed': ['warn', 'a factor was removed from an account'],
  'api-token.created': ['warn', 'an API token was created'],
  'api-token.revoked': ['info', 'an API token was revoked by its owner'],
  'api-token.refused': [
    'warn',
    'a request was refused: its API token is unknown, expired or for something else, or its owner or application is suspended',
  ],
  'application.registered': ['info', 'an application was registered'],
  'application.removed': ['info', 'an application was removed by its owner, and its tokens were revoked'],
  'application.allowed': ['warn', 'a user allowed an application to use the account'],
  'application.code-refused': [
    'warn',
    'an application sent a code that is used, expired or of another request',
  ],
  'role.granted': ['warn', 'a role was granted'],
  'role.revoked': ['warn', 'a role was revoked'],
  'supporter.changed': ['info', 'an account became a supporter, or ceased to be one'],
  'moderation.act': ['info', 'a moderator acted'],
  'token.refused': ['warn', 'a form was refused: its token is missing, foreign or too old'],
  'policy.refused': ['warn', 'a request was refused: its sender may not do this'],
  'limit.refused': ['warn', 'a request was refused: too many of this kind'],
};

/** Events that a sender can cause without bound; all others are preceded by a limit. */
export const repeatableEvents: ReadonlySet<string> = new Set<SecurityEvent>([
  'sign-in.throttled',
  'api-token.refused',
  'token.refused',
  'policy.refused',
  'limit.refused',
]);

/** The origin of an event, as far as there is a request: commands and jobs have neither edition nor sender. */
type Origin = Pick<Ctx, 'log'> & Partial<Pick<Ctx, 'secrets' | 'site' | 'viewer' | 'requestId' | 'client'>>;

/**
 * Writes one line of the security log: `log: "security"`, the event, the edition, the viewer's account, the sender's
 * hashed network and the facts. The line is written at every LOG_LEVEL except "silent".
 */
export function logSecurity<E extends SecurityEvent>(ctx: Origin, event: E, facts: SecurityFacts[E]): void {
  const [level, sentence] = securityEvents[event];
  const quiet = !ctx.log.isLevelEnabled('fatal');
  const log = ctx.log.child({ log: 'security' }, { level: quiet ? 'silent' : 'info' });
  const line: Record<string, unknown> = {
    event,
    requestId: ctx.requestId,
    site: ctx.site?.code,
    account: ctx.viewer?.accountId ?? undefined,
    from: ctx.client && ctx.secrets ? hashedNetwork({ secrets: ctx.secrets }, ctx.client.address) : undefined,
    ...facts,
  };
  log[level](line, sentence);
}
