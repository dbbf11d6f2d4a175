import { expect, test } from 'vitest';
import type { Site } from '#sites/schema.ts';
import { knownDays, knownTo, markBrowser, maxMarks } from './known-browser.ts';

let time = Date.parse('2026-11-21T12:00:00Z');
const ctx = {
  secrets: { antiForgery: 'a', knownBrowser: 'b', unsubscribe: 'u', dumps: 'd', address: 'c', factor: '' },
  clock: { now: () => new Date(time) },
  site: { code: 'abc' } as Site, // only the code of the edition is used
};
const owner = (account_id: number, password_hash = 'hash') => ({ account_id, password_hash });

/** A browser with the resulting cookie after signing in to these accounts. */
function signedIn(ids: readonly number[], secure = false) {
  const cookies: Record<string, string> = {};
  let line = '';
  for (const id of ids) {
    line = markBrowser(ctx, { cookies, secure }, owner(id));
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    cookies[pair.slice(0, at)] = decodeURIComponent(pair.slice(at + 1));
  }
  return { cookies, secure, line };
}

test('a browser is known to the account it signed in to, and to no other', () => {
  const browser = signedIn([7]);
  expect(knownTo(ctx, browser, owner(7))).toMatch(/^[\w-]{12}$/);
  expect(knownTo(ctx, browser, owner(8))).toBeNull();
  expect(knownTo(ctx, { cookies: {}, secure: false }, owner(7))).toBeNull();
});

test('the cookie is hidden, long-lived, of this host alone, and does not reveal the account', () => {
  expect(signedIn([1234567]).line).toMatch(
    /^known_abc=[\w.~-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const { line } = signedIn([1234567], true);
  expect(line).toMatch(/^__Host-known_abc=.+; HttpOnly; Secure; SameSite=Lax$/);
  expect(line).not.toContain('1234567');
});

test('a new password, another edition, another key or a changed mark invalidate it', () => {
  const browser = signedIn([7]);
  expect(knownTo(ctx, browser, owner(7, 'new hash'))).toBeNull();
  const elsewhere = { ...ctx, site: { code: 'xyz' } as Site }; // as above
  const moved = { ...browser, cookies: { known_xyz: browser.cookies.known_abc ?? '' } };
  expect(knownTo(elsewhere, moved, owner(7))).toBeNull();
  expect(knownTo({ ...ctx, secrets: { ...ctx.secrets, knownBrowser: 'x' } }, browser, owner(7))).toBeNull();
  const [nonce, day, signature] = (browser.cookies.known_abc ?? '').split('.');
  const later = [nonce, (Number.parseInt(day ?? '', 36) + 1).toString(36), signature].join('.');
  for (const known_abc of [later, `${nonce}.${day}.`, 'x', '', `~~~`, 'a'.repeat(5000)]) {
    expect(knownTo(ctx, { cookies: { known_abc }, secure: false }, owner(7))).toBeNull();
  }
});

test('each sign-in gives a new id, and the latest accounts stay known', () => {
  const browser = signedIn([7]);
  const again = signedIn([7, 7]);
  expect(knownTo(ctx, again, owner(7))).not.toBe(knownTo(ctx, browser, owner(7)));
  expect((again.cookies.known_abc ?? '').split('~')).toHaveLength(1);
  const ids = Array.from({ length: maxMarks + 1 }, (_, index) => index + 1);
  const many = signedIn(ids);
  expect(ids.map((id) => knownTo(ctx, many, owner(id)) !== null)).toEqual([
    false,
    ...ids.slice(1).map(() => true),
  ]);
});

test.each([
  [knownDays - 1, true],
  [knownDays, true],
  [knownDays + 1, false],
])('after %i days without a sign-in the browser is known: %s', (days, isKnown) => {
  const browser = signedIn([7]);
  const before = time;
  time += days * 86_400_000;
  expect(knownTo(ctx, browser, owner(7)) !== null).toBe(isKnown);
  time = before;
});
