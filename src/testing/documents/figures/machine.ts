import { connectTimeoutMs, requestTimeoutMs, waitingPerConnection } from '#db/client.ts';
import { sitemapQueue } from '#features/discovery/server/endpoints.ts';
import { minuteMs } from '#lib/codes/durations.ts';
import { hashQueue } from '#platform/auth/hashing/hash-pool.ts';
import { fileMode } from '#platform/files/temp-files.ts';
import { listTimeoutMs } from '#platform/lists/reads.ts';
import { logPeriodMs, maxTextLength, usualAllowance } from '#platform/log.ts';
import { pictureCost, pictureQueue } from '#platform/pictures/pool.ts';
import { remoteLimits } from '#platform/remote/public-remote.ts';
import { addressKeyDays } from '#platform/rotating-key.ts';
import type { Statements } from './check.ts';
import { kilobytes, mode, n, numberIn, quoted, seconds, word } from './units.ts';

const soak = 'src/scripts/soak.ts';
export const soakMinutes = numberIn(soak, /minutes: \{ type: 'string', default: '(\d+)'/);
export const soakAborts = soakMinutes * numberIn('src/scripts/soak/mixed.ts', /abortsPerMinute = ([\d_]+)/);
export const soakDescriptors = numberIn('src/scripts/soak/mixed.ts', /descriptorLimit = ([\d_]+)/);
export const soakVisitors = numberIn('src/scripts/soak/cases/arrivals.ts', /visitors = (\d+)/);
export const usualPool = numberIn('src/platform/config.ts', /DATABASE_POOL \?\? (\d+)/);

export const uploadedFiles: Statements = [
  // tracks and pictures: the next sentences
  'Two kinds are accepted',
  `SHA-256, mode ${mode(fileMode)}`,
];

export const expensiveWork: Statements = [
  '| parsing track files | worker threads, a queue limited in jobs and bytes, then 503 |',
  `${pictureQueue.atOnce} at once, ${pictureQueue.waiting} waiting; ${pictureCost.processorMs / 1000} s of processor time and ${pictureCost.residentBytes / 2 ** 30} GiB each`,
  `at most ${hashQueue.atMost} at once, ${hashQueue.waiting} waiting`,
  '| requests | each client gets its share: who used least is next (decision 116) |',
  `| lists and searches | separate connections, ${seconds(listTimeoutMs)} for a statement, half of the connections for one client (decisions 061 and 116) |`,
  `| log | ${usualAllowance.lines} lines of a message in ${word(logPeriodMs / minuteMs)} minutes, texts of ${n(maxTextLength)} characters (decision 117) |`,
  `| sitemaps | ${sitemapQueue.atOnce} at once, ${sitemapQueue.waiting} waiting |`,
  // measured, and named in the comment of the parameters
  quoted('about 55 ms each', 'src/platform/auth/hashing/hasher.ts', 'About 55 ms'),
  `| waiting for the database | ${seconds(connectTimeoutMs)} for a connection, ${seconds(requestTimeoutMs)} for a statement, ${waitingPerConnection} requests waiting for each connection, then 503 (decision 060) |`,
  `for ${word(soakMinutes)} minutes with ${n(soakDescriptors)} descriptors, ${n(soakAborts)} aborted requests`,
];

export const keys: Statements = [
  `itself, every ${addressKeyDays} days`,
  `| \`factor-key\` | file in \`DATA_DIR\`, ${quoted('0600', 'src/platform/secrets.ts', '0o600')} |`,
  `| password of the embedded database | file in \`DATA_DIR\`, ${quoted('0600', 'src/platform/postgres/cluster.ts', '0o600')} |`,
  `| demo passwords | files in \`DATA_DIR\`, ${quoted('0600', 'src/demo/demo-accounts.ts', '0o600')} |`,
];

const networks = 'src/platform/remote/networks.ts';

export const otherServers: Statements = [
  // a port of its own is '' in a URL
  quoted(
    'http and https at ports 80 and 443',
    'src/platform/remote/public-remote.ts',
    "ports: new Set([''])",
  ),
  'the embedded one on 127.0.0.1',
  `and of ${quoted('168.63.129.16', networks)}`,
  `IPv6 within ${quoted('2000::/3', networks, '2000::')}`,
  `At most ${word(remoteLimits.redirects)} redirects`,
  `total time, and ${seconds(remoteLimits.idleMs)} without data; headers ${kilobytes(remoteLimits.headerBytes)}; ${remoteLimits.atOnce} requests at once in each process`,
];
