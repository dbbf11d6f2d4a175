import { expect, test } from 'vitest';
import { usualVideoSite } from '#lib/video/site.ts';
import { decideConfig } from './config.ts';
import { readEnv } from './env.ts';

const configOf = (variables: Record<string, string>) => decideConfig(readEnv(variables));

test('nothing set: everything has a default', () => {
  expect(configOf({})).toEqual({
    port: 4321,
    bind: null,
    dataDir: `${process.cwd()}/data`,
    databaseUrl: null,
    replicaUrls: [],
    files: { place: 'disk', former: null, direct: null },
    poolSize: 10,
    pageCacheBytes: 64 * 1024 ** 2,
    trustProxy: false,
    publicPort: null,
    worker: true,
    searchesInMemory: true,
    metrics: null,
    drainMs: 0,
    finishMs: 10_000,
    mail: null,
    logLevel: 'info',
    requireSecondFactor: 'off',
    passkeyDomain: null,
    onlineRecords: 30,
    stagedBytes: 20 * 1024 ** 3,
    pictureHosts: { only: null, refused: [] },
    videoSite: usualVideoSite,
    securityContact: null,
  });
});

test('hosts of pictures are separated by commas', () => {
  const hosts = configOf({ PICTURE_HOSTS: 'A.org, b.net,', PICTURE_HOSTS_REFUSED: 'c.a.org' }).pictureHosts;
  expect(hosts).toEqual({ only: ['a.org', 'b.net'], refused: ['c.a.org'] });
  expect(() => configOf({ PICTURE_HOSTS: 'https://a.org' })).toThrow('PICTURE_HOSTS: must be host names');
});

test('an empty variable counts as absent, and switches are on or off', () => {
  const config = configOf({ PORT: '', DATABASE_URL: ' ', TRUST_PROXY: 'On', WORKER: 'off' });
  expect(config).toMatchObject({ port: 4321, databaseUrl: null, trustProxy: true, worker: false });
});

test.each([
  [{ PORT: 'abc' }, 'Environment variable PORT: must be a port number, such as 4321.'],
  [{ PUBLIC_PORT: 'x' }, 'Environment variable PUBLIC_PORT: must be a port number, such as 4321.'],
  [{ PORT: '70000' }, 'Environment variable PORT: must be at most 65535.'],
  [{ DRAIN_SECONDS: '5s' }, 'Environment variable DRAIN_SECONDS: must be a number of seconds, such as 10.'],
  [
    { FILES_URL: 'https://s3.example.org/bucket' },
    'Environment variable FILES_URL: must be an address such as https://KEY:SECRET@s3.example.org/bucket/folder?region=eu-central-1.',
  ],
  [
    { FILES_DIRECT: 'https://files.example.org/bucket' },
    'Environment variable FILES_DIRECT: must be an address without a path, such as https://files.example.org.',
  ],
  [
    { FILES_DIRECT: 'https://files.example.org' },
    'FILES_DIRECT is set but FILES_URL is not: visitors get files on disk from the application.',
  ],
  [
    { FILES_FORMER_URL: 'disk' },
    'FILES_FORMER_URL is where files are stored anyway: set it only while they move to another place.',
  ],
  [
    { DATABASE_REPLICA_URL: 'postgres://a@b/c' },
    'DATABASE_REPLICA_URL is set but DATABASE_URL is not: the embedded database has no replicas.',
  ],
  [
    { DATABASE_URL: 'postgres://a@b/c', DATABASE_REPLICA_URL: 'postgres://a@d/c replica2' },
    'must be an address such as postgres://user:password@host/database.',
  ],
  [{ DEMO_TRACKS: '23' }, 'Environment variable DEMO_TRACKS: must be a number from 24 to 120.'],
  [{ WORKER: 'maybe' }, 'Environment variable WORKER: must be on or off, not "maybe".'],
  [{ SEARCH: 'sql' }, 'Environment variable SEARCH: must be memory or database.'],
  [{ TRUST_PROXY: 'true' }, 'Environment variable TRUST_PROXY: must be on or off, not "true".'],
  [
    { TRUSTED_PROXY: 'on' },
    'Environment variable TRUSTED_PROXY: there is no such setting; it is TRUST_PROXY.',
  ],
  [{ Data_Dir: 'x' }, 'Environment variable Data_Dir: there is no such setting; it is DATA_DIR.'],
  [{ DATABASE_URI: 'x' }, 'Environment variable DATABASE_URI: there is no such setting; it is DATABASE_URL.'],
  [{ SITE: 'tmnf' }, 'Environment variable SITE: there is no such setting; it is SITES.'],
  [
    { DATABASE_URL: 'mysql://x' },
    'Environment variable DATABASE_URL: must be an address such as postgres://user:password@host/database.',
  ],
  [{ SMTP_URL: 'smtp://mail' }, 'SMTP_URL is set but MAIL_FROM is not: mails need a sender address.'],
  [
    { REQUIRE_SECOND_FACTOR: 'all' },
    'Environment variable REQUIRE_SECOND_FACTOR: must be off or moderators.',
  ],
  [
    { PASSKEY_DOMAIN: 'org' },
    'Environment variable PASSKEY_DOMAIN: must be a host name with a dot, such as example.org.',
  ],
  [
    { SECURITY_CONTACT: 'security@example.org' },
    'Environment variable SECURITY_CONTACT: must begin with mailto: or https://, such as mailto:security@example.org.',
  ],
  [{ MAIL_FROM: 'a@b' }, 'MAIL_FROM is set but SMTP_URL is not: without a mail server no mail has a sender.'],
])('%j is refused with a sentence', (variables, sentence) => {
  expect(() => configOf(variables)).toThrow(sentence);
});

test.each([
  [{}, 'off'],
  [{ DATABASE_URL: 'postgres://db/paddock' }, 'moderators'],
  [{ DATABASE_URL: 'postgres://db/paddock', REQUIRE_SECOND_FACTOR: 'off' }, 'off'],
  [{ REQUIRE_SECOND_FACTOR: 'moderators' }, 'moderators'],
])('%j requires a second factor: %s', (variables, who) => {
  expect(configOf(variables).requireSecondFactor).toBe(who);
});

test('all mistakes are reported together', () => {
  expect(() => readEnv({ PORT: 'x', DATABASE_POOL: '0' })).toThrow(/PORT.*\n.*DATABASE_POOL/);
});

test.each([
  ['0', null],
  ['1', 1],
  ['1000', 1000],
  ['1001', null],
])('ONLINE_RECORDS=%s', (ONLINE_RECORDS, wanted) => {
  if (wanted === null) expect(() => readEnv({ ONLINE_RECORDS })).toThrow(/ONLINE_RECORDS/);
  else expect(readEnv({ ONLINE_RECORDS }).ONLINE_RECORDS).toBe(wanted);
});

test.each([
  ['0', null],
  ['1', 1],
  ['99999', 99_999],
  ['100000', null],
])('STAGED_GIB=%s', (STAGED_GIB, wanted) => {
  if (wanted === null) expect(() => readEnv({ STAGED_GIB })).toThrow(/STAGED_GIB/);
  else expect(readEnv({ STAGED_GIB }).STAGED_GIB).toBe(wanted);
});
