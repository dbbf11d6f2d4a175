import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { modeCookieName } from '#platform/auth/cookies.ts';
import { firstModeScript } from './first-mode.ts';

/** The theme that the script before the first paint derives from the cookies of a page. */
function modeShown(protocol: string, cookie: string): unknown {
  const dataset: { mode?: string } = {};
  runInNewContext(firstModeScript, {
    location: { protocol },
    document: { cookie, documentElement: { dataset } },
  });
  return dataset.mode;
}

test.each([
  ['http:', `${modeCookieName(false)}=1`, 'night'],
  ['http:', `a=b; ${modeCookieName(false)}=2; c=d`, 'day'],
  ['https:', `${modeCookieName(true)}=1`, 'night'],
  ['https:', `a=b; ${modeCookieName(true)}=0`, 'auto'],
  ['https:', 'ui_mode=1', undefined],
  ['https:', `ui_mode=1; ${modeCookieName(true)}=2`, 'day'],
  ['http:', 'not_ui_mode=1', undefined],
  ['http:', 'ui_mode=3', undefined],
])('on %s the cookies "%s" show %s', (protocol, cookie, mode) =>
  expect(modeShown(protocol, cookie)).toBe(mode),
);
