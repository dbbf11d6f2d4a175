import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import * as address from './address.ts';

const direct = { trustProxy: false, publicPort: null };
const behindProxy = { trustProxy: true, publicPort: null };

/** A request as node:http reads it, on port 4321 from 192.0.2.9. */
function message(headers: Record<string, string>, hosts = 1): IncomingMessage {
  const rawHeaders = Array.from({ length: hosts }, () => ['Host', 'a']).flat();
  const socket = { localPort: 4321, remoteAddress: '::ffff:192.0.2.9' };
  return { headers, rawHeaders, socket } as unknown as IncomingMessage; // the only parts that are read
}

test.each([
  ['tmnf.localhost', 'tmnf.localhost'],
  ['TMNF.Localhost:4321', 'tmnf.localhost'],
  ['tmnf.exchange.:80', 'tmnf.exchange'],
  ['tmnf.exchange:', 'tmnf.exchange'],
  ['a_b:1', 'a_b'],
  ['127.0.0.1:65535', '127.0.0.1'],
  ['[::1]:4321', '[::1]'],
  ['[::1]', '[::1]'],
  [`${'a.'.repeat(126)}a`, `${'a.'.repeat(126)}a`],
  [`${'a.'.repeat(127)}`, `${'a.'.repeat(126)}a`],
  [`${'a.'.repeat(127)}a`, null],
  ['tmnf.localhost:0', null],
  ['tmnf.localhost:65536', null],
  ['tmnf.localhost:99999', null],
  ['tmnf.localhost:000080', null],
  ['tmnf.localhost:80:80', null],
  ['tmnf.localhost:8o', null],
  ['tmnf.localhost:-1', null],
  ['', null],
  [' ', null],
  ['.', null],
  ['a..b', null],
  ['-a', null],
  ['"><script>', null],
  ['a/b', null],
  ['a\\b', null],
  ['user@tmnf.localhost', null],
  ['tmnf.localhost, evil.example', null],
  ['tmnf.localhost#', null],
  ['[::1', null],
  ['[tmnf]', null],
  ['::1', null],
  ['bücher.example', null],
])('the host of %j is %j', (header, name) => expect(address.readHostName(header)).toBe(name));

test.each([
  ['none, from an old client', {}, 0, null],
  ['one', { host: 'tmnf.localhost:4321' }, 1, null],
  ['two', { host: 'a' }, 2, 'several Host headers'],
  ['an empty one', { host: '' }, 1, 'not a host name'],
  ['a port that is none', { host: 'a:99999' }, 1, 'from 1 to 65535'],
])('Host: %s', (_, headers, hosts, mistake) => {
  const found = address.hostMistake(message(headers as Record<string, string>, hosts), direct);
  if (mistake === null) expect(found).toBeNull();
  else expect(found).toContain(mistake);
});

const forwarded = { host: 'inner', 'x-forwarded-host': 'first.example, last.example:8443' };

test('X-Forwarded-Host counts only behind a trusted proxy, by its last entry', () => {
  expect(address.hostHeader(forwarded, direct)).toBe('inner');
  expect(address.hostHeader(forwarded, behindProxy)).toBe('last.example:8443');
  expect(address.hostHeader({ host: 'inner', 'x-forwarded-host': ' ' }, behindProxy)).toBe('inner');
  expect(
    address.hostMistake(message({ ...forwarded, 'x-forwarded-host': 'a b' }), behindProxy),
  ).not.toBeNull();
  expect(address.hostMistake(message({ ...forwarded, 'x-forwarded-host': 'a b' }), direct)).toBeNull();
});

test.each([
  ['https', direct, false],
  ['https', behindProxy, true],
  ['HTTPS', behindProxy, true],
  ['http, https', behindProxy, true],
  ['https, http', behindProxy, false],
  ['httpsx', behindProxy, false],
  ['', behindProxy, false],
])('X-Forwarded-Proto: %s', (proto, entrance, isHttps) =>
  expect(address.isHttps({ 'x-forwarded-proto': proto }, entrance)).toBe(isHttps),
);

test.each([
  ['198.51.100.1', direct, '192.0.2.9'],
  ['198.51.100.1', behindProxy, '198.51.100.1'],
  ['203.0.113.5, 198.51.100.1', behindProxy, '198.51.100.1'],
  ['198.51.100.1:50123', behindProxy, '198.51.100.1'],
  ['2001:db8::1', behindProxy, '2001:db8::1'],
  ['[2001:db8::1]:50123', behindProxy, '2001:db8::1'],
  ['::ffff:198.51.100.1', behindProxy, '198.51.100.1'],
  ['unknown', behindProxy, '192.0.2.9'],
  ['198.51.100.1,', behindProxy, '192.0.2.9'],
  ['999.1.1.1', behindProxy, '192.0.2.9'],
])('X-Forwarded-For: %s', (header, entrance, client) =>
  expect(address.clientAddress(message({ 'x-forwarded-for': header }), entrance)).toBe(client),
);

test.each([
  ['without a proxy: the port of the server', { host: 'evil.example:1' }, direct, 'http://a.example:4321'],
  [
    'whatever an untrusted header says',
    { 'x-forwarded-host': 'evil.example:1', 'x-forwarded-proto': 'https' },
    direct,
    'http://a.example:4321',
  ],
  [
    'behind a proxy: its scheme, and the port of the scheme',
    { host: 'evil.example:1', 'x-forwarded-proto': 'https' },
    behindProxy,
    'https://a.example',
  ],
  ['behind a proxy without TLS', { 'x-forwarded-proto': 'http' }, behindProxy, 'http://a.example'],
  ['past the proxy', { host: 'a.example:9' }, behindProxy, 'http://a.example:4321'],
  [
    'at a port of its own',
    { 'x-forwarded-proto': 'https' },
    { trustProxy: true, publicPort: 8443 },
    'https://a.example:8443',
  ],
  ['at the usual port', {}, { trustProxy: false, publicPort: 80 }, 'http://a.example'],
])('the public origin is, %s', (_, headers, entrance, origin) =>
  expect(address.publicOrigin('a.example', message(headers as Record<string, string>), entrance)).toBe(
    origin,
  ),
);

test.each([
  ['https://a.example:8443', 'https://b.example:8443'],
  ['https://a.example', 'https://b.example'],
])('the address of another edition, from %s, is %s', (origin, other) =>
  expect(address.onHost(origin, 'b.example')).toBe(other),
);

test.each([
  ['/a', '/a', ''],
  ['/a?b=c?d', '/a', '?b=c?d'],
  ['/%41%2f?%zz', '/A/', '?%zz'],
])('the target %s is read', (target, path, search) =>
  expect(address.readTarget(target)).toEqual({ path, search }),
);

test.each(['', '*', 'a', 'http://tmnf.localhost/', '//evil.example/', '/%E0%A4%A', '/%00'])(
  'the target %j is refused',
  (target) =>
    expect(() => address.readTarget(target)).toThrow(
      expect.objectContaining({ name: 'Problem', status: 400 }),
    ),
);

/**
 * Paths to redirect to, and the results. The same table is used for the path in a form and for the one in a Referer.
 */
const paths: readonly (readonly [path: string, goal: string | null])[] = [
  ['/trackshow/1?packid=2', '/trackshow/1?packid=2'],
  ['/', '/'],
  ['/a/../b', '/b'],
  ['/a//b', '/a//b'],
  ['/search?q=a\\b', '/search?q=a\\b'],
  ['//evil.example', null],
  ['///evil.example', null],
  ['/..//evil.example', null],
];

test.each([
  ...paths,
  ['/trackshow/1#top', '/trackshow/1#top'],
  ['/\\evil.example', null],
  ['/a\\b', null],
  ['/\t/evil.example', null],
  ['/a\n', null],
  ['\\\\evil.example', null],
  ['https://evil.example/', null],
  ['javascript:alert(1)', null],
  ['trackupload', null],
  [' /a', null],
  ['', null],
  [undefined, null],
  [`/${'a'.repeat(1999)}`, `/${'a'.repeat(1999)}`],
  [`/${'a'.repeat(2000)}`, null],
] as const)('the path %j leads to %j', (path, goal) => expect(address.localPath(path)).toBe(goal));

const site = { host: 'a.example', aliases: ['alias.example'] };
const from = (referer?: string) => address.cameFrom({ headers: { referer } }, site);

test.each(paths)('a form on the page %j leads back to %j', (path, goal) => {
  expect(from(`http://a.example${path}`)).toBe(goal ?? '/');
});

test.each([
  ['https://a.example:8443/x', '/x'],
  ['http://ALIAS.example/x?y#z', '/x?y'],
  ['http://a.example.:80/x', '/x'],
  ['http://a.example//evil.example', '/'],
  ['http://a.example/\\evil.example', '/'],
  ['http://b.example/x', '/'],
  ['http://a.example.evil.example/x', '/'],
  ['http://a.example@evil.example/x', '/'],
  ['javascript:alert(1)', '/'],
  ['/x', '/'],
  [undefined, '/'],
])('a form on %j leads back to %j', (referer, goal) => expect(from(referer)).toBe(goal));

test.each([
  ['/trackshow/7', null],
  ['/', null],
  ['/trackshow/7?Query=A', null],
  ['/TrackShow/7', '/trackshow/7'],
  ['/trackshow/7/', '/trackshow/7'],
  ['/About//', '/about'],
  ['/TrackSearch/?query=Author:Spam&x=/', '/tracksearch?query=Author:Spam&x=/'],
  ['/A?', '/a'],
  ['/%2F%2FEvil.example/A', '/%2f%2fevil.example/a'],
  ['/\\Evil.example/A', null],
  ['/.//Evil.example/A', null],
  ['/A\t/Evil.example', null],
  [`/A${'a'.repeat(2000)}`, null],
])('the address %j has the canonical spelling %j', (target, usual) =>
  expect(address.usualSpelling(target)).toBe(usual),
);

test.each([
  ['/api/tracks', true],
  ['/API/nothing', true],
  ['/api', false],
  ['/api/', false],
  ['/apiary/x', false],
])('%s belongs to the API: %s', (path, isOf) => expect(address.isOfApi(path)).toBe(isOf));
