import { expect, test } from 'vitest';
import { usualVideoSite } from '#lib/video/site.ts';
import { checkPasskeyDomain, passkeyDomain } from './passkey-domain.ts';

const on = (passkeyDomain: string | null) => ({
  settings: {
    requireSecondFactor: 'off' as const,
    passkeyDomain,
    securityContact: null,
    onlineRecords: 30,
    stagedBytes: 20 * 1024 ** 3,
    pictureHosts: { only: null, refused: [] },
    videoSite: usualVideoSite,
  },
  site: { host: 'tmnf.example.org' },
});

test.each([
  [null, 'https://tmnf.example.org', 'tmnf.example.org'],
  [null, 'http://tmnf.example.org:4321', 'tmnf.example.org'],
  [null, 'https://www.tmnf.example.org', 'tmnf.example.org'],
  [null, 'https://tmo.example.org', null],
  [null, 'https://xtmnf.example.org', null],
  [null, 'https://tmnf.example.org.evil.example', null],
  [null, 'https://', null],
  ['example.org', 'https://tmnf.example.org', 'example.org'],
  ['example.org', 'https://example.org', 'example.org'],
  ['example.org', 'https://tracks.example.net', null],
  ['example.org', 'https://tmnf.notexample.org', null],
])('with the domain %s, passkeys at %s belong to %s', (domain, origin, expected) =>
  expect(passkeyDomain(on(domain), origin)).toBe(expected),
);

test('a domain that does not include every edition stops the start', () => {
  const sites = [{ host: 'tmnf.example.org' }, { host: 'tmo.example.net' }];
  expect(() => checkPasskeyDomain({ passkeyDomain: 'example.org' }, sites)).toThrow(
    'PASSKEY_DOMAIN is example.org, but tmo.example.net does not end in .example.org.',
  );
  checkPasskeyDomain({ passkeyDomain: 'example.org' }, sites.slice(0, 1));
  checkPasskeyDomain({ passkeyDomain: null }, sites);
});
