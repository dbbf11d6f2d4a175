import { pino } from 'pino';
import { expect, test } from 'vitest';
import { visitor } from '#platform/viewer.ts';
import type { Site } from '#sites/schema.ts';
import { makeLog } from './log.ts';
import { logSecurity, type SecurityEvent, type SecurityFacts, securityEvents } from './security-log.ts';

const address = '2001:db8:1:2::77';
const place = { accountId: 7, site: null };

/** One example of each event: a new event without one does not compile. */
const examples: { [E in SecurityEvent]: SecurityFacts[E] } = {
  'sign-in.ok': { accountId: 7, by: 'password', knownBrowser: true },
  'sign-in.refused': { accountId: null, by: 'password', knownBrowser: false },
  'sign-in.throttled': { by: 'code' },
  'sign-out': { everywhere: false },
  'session.ended': { accountId: 7, sessions: 1 },
  'session.reauthenticated': { by: 'passkey' },
  'session.reauthentication-refused': { by: 'password' },
  register: { accountId: 7 },
  'reset.requested': {},
  'reset.done': { accountId: 7 },
  'mail.confirmed': { accountId: 7 },
  'mail.changed': { accountId: 7 },
  'mail.withheld': { cause: 'typed' },
  'password.changed': { accountId: 7 },
  'account.closed': { accountId: 7, byOwner: true, tracks: 'kept' },
  'account.reopened': { accountId: 7, byOwner: false },
  'account.erased': { accountId: 7 },
  'account.renamed': { accountId: 7 },
  'profile.claimed': { accountId: 7, copiedId: 8, by: 'profile' },
  'export.requested': { accountId: 7 },
  'export.downloaded': { accountId: 7 },
  'factor.added': { accountId: 7, factor: 'passkey' },
  'factor.removed': { accountId: 7, factor: 'code' },
  'api-token.created': { accountId: 7, tokenId: 2 },
  'api-token.revoked': { accountId: 7, tokenId: 2 },
  'api-token.refused': { reason: 'expired' },
  'application.registered': { accountId: 7, applicationId: 3 },
  'application.removed': { accountId: 7, applicationId: 3 },
  'application.allowed': { accountId: 7, applicationId: 3 },
  'application.code-refused': { applicationId: 3, reason: 'used' },
  'role.granted': { ...place, level: 6, grantedBy: null },
  'role.revoked': place,
  'supporter.changed': { accountId: 7, until: null },
  'moderation.act': { act: 'report.solve', subject: 'track', subjectId: 9 },
  'token.refused': { reason: 'too old' },
  'policy.refused': { method: 'POST', path: '/trackdelete/1' },
  'limit.refused': { method: 'POST', path: '/login' },
};

/** A request's ctx whose log is a list of lines. */
function logged(level: string) {
  const lines: string[] = [];
  const ctx = {
    log: makeLog(level, { write: (line) => void lines.push(line) }),
    secrets: { antiForgery: 'a', knownBrowser: 'b', unsubscribe: 'u', dumps: 'd', address: 'c', factor: '' },
    site: { code: 'tmnf' } as Site, // the log reads nothing else of it
    viewer: { ...visitor, accountId: 3 },
    requestId: 'r1',
    client: { address },
  };
  return { ctx, lines };
}

test.each(Object.keys(securityEvents) as SecurityEvent[])('%s is one line with all its facts', (event) => {
  const { ctx, lines } = logged('info');
  logSecurity(ctx, event, examples[event]);
  expect(lines).toHaveLength(1);
  const { time, from, ...line } = JSON.parse(lines[0] ?? '');
  const [level, sentence] = securityEvents[event];
  expect(line).toEqual({
    level: level === 'info' ? 30 : 40,
    log: 'security',
    event,
    requestId: 'r1',
    site: 'tmnf',
    account: 3,
    ...examples[event],
    msg: sentence,
  });
  expect(time).toEqual(expect.any(Number));
  expect(from).toMatch(/^[\w-]{22}$/);
  expect(lines[0]).not.toContain('2001:db8');
});

test('addresses of one /64 are one sender in the log, others are not', () => {
  const { ctx, lines } = logged('info');
  for (const address of ['2001:db8:1:2::77', '2001:db8:1:2:ffff::1', '2001:db8:1:3::77', '192.0.2.1']) {
    logSecurity({ ...ctx, client: { address } }, 'sign-out', { everywhere: false });
  }
  const [a, sameLine, otherLine, ipv4] = lines.map((line) => JSON.parse(line).from);
  expect(sameLine).toBe(a);
  expect(new Set([a, otherLine, ipv4]).size).toBe(3);
});

test('a command has neither edition nor sender', () => {
  const { ctx, lines } = logged('info');
  logSecurity({ log: ctx.log }, 'role.revoked', { accountId: 7, site: 'tmnf' });
  expect(JSON.parse(lines[0] ?? '')).not.toHaveProperty('from');
});

test('the log is written at every level but silent', () => {
  for (const level of ['trace', 'info', 'warn', 'error', 'fatal']) {
    const { ctx, lines } = logged(level);
    logSecurity(ctx, 'sign-out', { everywhere: true });
    expect(lines, level).toHaveLength(1);
  }
  const lines: string[] = [];
  const silent = pino({ level: 'silent' }, { write: (line: string) => void lines.push(line) });
  logSecurity({ log: silent }, 'sign-out', { everywhere: true });
  expect(lines).toEqual([]);
});
