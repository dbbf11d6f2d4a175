import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readChallenge } from '../read/challenge.ts';
import { readReplay } from '../read/replay.ts';
import { makeFixtures } from './fixture-specs.ts';
import { type FuzzReport, fuzz } from './fuzz.ts';
import { SAMPLE_FILES } from './gbx-bench.ts';

// npm run fuzz -- --count 1000000 --seed 7 --real: mutants of tracks and replays; exits 1 if a reader fails on one.
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    /** also mutate the real files next to the project */
    real: { type: 'boolean', default: false },
  },
});
const count = Number(values.count);
const seed = Number(values.seed);
/** Larger files slow down the compressor of the test, not the reader. */
const maxBytes = 150_000;

const fixtures = makeFixtures().map(({ bytes }) => bytes);
const files = values.real ? [...fixtures, ...realFiles()] : fixtures;

function realFiles(): Uint8Array[] {
  return ['tracks', 'replays']
    .map((name) => join(SAMPLE_FILES, name))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((file) => readFileSync(join(folder, file))))
    .filter(({ length }) => length <= maxBytes);
}

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
const mebibytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);
const from = performance.now();
const batch = 10_000;
const total: FuzzReport = { mutants: 0, accepted: 0, refused: {}, slowestMs: 0, kinds: {}, failures: [] };
/** Resident memory after the first tenth, when all code is compiled, and its maximum afterwards. */
let settled = 0;
let most = 0;
for (let done = 0; done < count; done += batch) {
  const options = { count: Math.min(batch, count - done), seed: seed + done / batch, cpuMs };
  const report = fuzz(files, [readChallenge, readReplay], options);
  total.mutants += report.mutants;
  total.accepted += report.accepted;
  total.slowestMs = Math.max(total.slowestMs, report.slowestMs);
  total.failures.push(...report.failures);
  for (const part of ['refused', 'kinds'] as const) {
    const sums: Record<string, number> = total[part];
    for (const [key, number] of Object.entries(report[part])) sums[key] = (sums[key] ?? 0) + number;
  }
  const { rss } = process.memoryUsage();
  if (done >= count / 10) settled ||= rss;
  if (settled > 0) most = Math.max(most, rss);
}
const seconds = (performance.now() - from) / 1000;
const { mutants, slowestMs, failures } = total;
console.log(`${mutants} mutants of ${files.length} files, seed ${seed}, in ${seconds.toFixed(1)} s`);
console.log(`slowest ${slowestMs.toFixed(2)} ms of processor time, ${failures.length} failures`);
console.log(
  `resident memory ${mebibytes(settled)} MiB after a tenth, at most ${mebibytes(most)} MiB, at the end ${mebibytes(process.memoryUsage().rss)} MiB`,
);
console.log('kinds', total.kinds);
console.log(`accepted ${total.accepted}, refused`, total.refused);
for (const [i, { bytes, why }] of failures.slice(0, 10).entries()) {
  const file = `fuzz-${seed}-${i}.gbx`;
  writeFileSync(file, bytes);
  console.error(`${file}: ${why}`);
}
process.exitCode = failures.length === 0 ? 0 : 1;
