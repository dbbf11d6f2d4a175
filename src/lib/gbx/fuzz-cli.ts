import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readChallenge } from './challenge.ts';
import { makeFixtures } from './fixture-specs.ts';
import { fuzz } from './fuzz.ts';
import { readReplay } from './replay.ts';

// npm run fuzz -- --count 1000000 --seed 7: as many mutants as you have patience for; exits 1 if a reader fails on one.
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const count = Number(values.count);
const seed = Number(values.seed);
const from = performance.now();
const files = makeFixtures().map(({ bytes }) => bytes);
const report = fuzz(files, [readChallenge, readReplay], { count, seed });
const seconds = (performance.now() - from) / 1000;

console.log(
  `${report.mutants} mutants of seed ${seed} in ${seconds.toFixed(1)} s, slowest ${report.slowestMs.toFixed(2)} ms`,
);
console.log(`accepted ${report.accepted}, refused`, report.refused);
for (const [i, { bytes, why }] of report.failures.slice(0, 10).entries()) {
  const file = `fuzz-${seed}-${i}.gbx`;
  writeFileSync(file, bytes);
  console.error(`${file}: ${why}`);
}
process.exitCode = report.failures.length === 0 ? 0 : 1;
