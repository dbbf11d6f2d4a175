import { pino } from 'pino';
import { expect, test } from 'vitest';
import { accountToken, checkToken, tokenFor, tokenHours } from '#platform/anti-forgery.ts';
import { visitor } from '#platform/viewer.ts';
import type { Site } from '#sites/schema.ts';

const sessionId = 'a'.repeat(40);
const secrets = {
  antiForgery: 'key',
  knownBrowser: 'known',
  dumps: 'd',
  unsubscribe: 'u',
  address: 'other key',
  factor: '',
};
// only the code of the edition is used
const site = (code: string) => ({ code }) as Site;
let time = Date.parse('2026-11-21T12:00:00Z');
const clock = { now: () => new Date(time) };
const log = pino({ level: 'silent' });
const asVisitor = {
  secrets,
  clock,
  site: site('abc'),
  viewer: visitor,
  log,
  client: null,
  requestId: 'test',
};
const asPerson = { ...asVisitor, viewer: { ...visitor, accountId: 7 } };
const session = { cookies: { session_abc: sessionId }, secure: false };

function visit(secure = false) {
  const { token, setCookies } = tokenFor(asVisitor, { cookies: {}, secure });
  const [pair = ''] = setCookies[0]?.split(';') ?? [];
  const [name = '', value = ''] = pair.split('=');
  return { token, setCookies, sender: { cookies: { [name]: value }, secure } };
}

test('a visitor gets a hidden seed with the first token, and the token passes', () => {
  const { token, setCookies, sender } = visit();
  expect(setCookies).toEqual([
    expect.stringMatching(/^seed_abc=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  expect(() => checkToken(asVisitor, sender, [token])).not.toThrow();
  const second = tokenFor(asVisitor, sender);
  expect(second.setCookies).toEqual([]);
  expect(second.token).not.toBe(token);
});

test('on https the seed is Secure and bound to this host', () => {
  expect(visit(true).setCookies[0]).toMatch(/^__Host-seed_abc=.+; HttpOnly; Secure; SameSite=Lax$/);
});

test("an account's token is valid in each of its sessions, and for nobody else", () => {
  const { token } = tokenFor(asPerson, session);
  const next = { cookies: { session_abc: 'b'.repeat(40) }, secure: false };
  expect(() => checkToken(asPerson, session, [token])).not.toThrow();
  expect(() => checkToken(asPerson, next, [token])).not.toThrow();
  expect(() => checkToken(asPerson, next, [accountToken(asPerson, 7)])).not.toThrow();
  expect(() => checkToken(asPerson, session, [accountToken(asPerson, 8)])).toThrow('last signed in or out');
  expect(() => checkToken(asVisitor, session, [token])).toThrow('You are signed out.');
  const { token: visitorToken, sender } = visit();
  expect(() => checkToken(asPerson, sender, [visitorToken])).toThrow('last signed in or out');
});

test('of two tokens one must be right, and further ones are not read', () => {
  const { token } = tokenFor(asPerson, session);
  const { token: visitorToken, sender } = visit();
  expect(() => checkToken(asPerson, session, [visitorToken, token])).not.toThrow();
  expect(() => checkToken(asVisitor, sender, [visitorToken, token])).not.toThrow();
  expect(() => checkToken(asPerson, session, ['x', 'x'])).toThrow('last signed in or out');
  expect(() => checkToken(asPerson, session, ['x', 'x', token])).toThrow('last signed in or out');
  expect(() => checkToken(asPerson, session, [])).toThrow('not sent from a page of this site');
});

test.each([
  ['a missing token', undefined],
  ['no token', 'x'],
  ['the token of an account', tokenFor(asPerson, session).token],
])('the refusal of %s is a sentence without the name of the field', (_, sent) => {
  expect(() => checkToken(asVisitor, session, [sent])).toThrow(/^(?!.*Verification).*\.$/);
});

const { token } = tokenFor(asPerson, session);
const [issued, salt, signature = ''] = token.split('.');
test.each([
  ['missing', undefined, 'not sent from a page of this site'],
  ['empty', '', 'not sent from a page of this site'],
  ['not a token', 'x', 'last signed in or out'],
  ['cut short', `${issued}.${salt}.${signature.slice(0, -2)}.account`, 'last signed in or out'],
  ['with a later time', `zzzzzz.${salt}.${signature}`, 'last signed in or out'],
  ['with another salt', `${issued}.AAAAAAAAAAAA.${signature}`, 'last signed in or out'],
  [
    'with a broken signature',
    `${issued}.${salt}.${signature.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))}`,
    'last signed in or out',
  ],
])('a token that is %s is refused', (_, sent, reason) => {
  expect(() => checkToken(asPerson, session, [sent])).toThrow(reason);
});

test('a token of another edition or another key is refused', () => {
  const bothEditions = { cookies: { session_abc: sessionId, session_xyz: sessionId }, secure: false };
  expect(() => checkToken({ ...asPerson, site: site('xyz') }, bothEditions, [token])).toThrow(
    'last signed in or out',
  );
  const otherKey = { ...secrets, antiForgery: 'another key' };
  expect(() => checkToken({ ...asPerson, secrets: otherKey }, session, [token])).toThrow(
    'last signed in or out',
  );
});

test('a token is valid as long as a form may stay open', () => {
  const { token } = tokenFor(asPerson, session);
  time += tokenHours * 3_600_000;
  expect(() => checkToken(asPerson, session, [token])).not.toThrow();
  time += 1000;
  expect(() => checkToken(asPerson, session, [token])).toThrow('open for too long');
  time -= (tokenHours + 1) * 3_600_000;
  expect(() => checkToken(asPerson, session, [token])).toThrow('open for too long');
});
