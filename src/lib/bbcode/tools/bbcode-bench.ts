import { type Limits, MESSAGE_LIMITS } from '../limits.ts';
import { parseMessage } from '../parse.ts';
import { renderMessage } from '../render.ts';
import { HOSTILE, UNLIMITED } from './hostile-specs.ts';

const aimMs = 20;
const bytes = 100_000;
const runs = 20;

/** The median of many runs after warming up, so that other programs on the machine do not count. */
function medianMs(source: string, limits: Limits): number {
  const times: number[] = [];
  for (let run = 0; run < 2 * runs; run++) {
    const from = performance.now();
    renderMessage(parseMessage(source, limits), { images: true });
    if (run >= runs) times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b)[runs >> 1] ?? 0;
}

/** `node src/lib/bbcode/tools/bbcode-bench.ts`: 100 kB of each hostile piece, as the site reads them and without limits. */
function bench(): boolean {
  console.log(`100 kB of …            as read, ms   without limits, ms   (median of ${runs}; aim ${aimMs})`);
  let slowest = 0;
  for (const part of HOSTILE) {
    const source = part.repeat(Math.ceil(bytes / part.length));
    const asRead = medianMs(source, MESSAGE_LIMITS);
    slowest = Math.max(slowest, asRead);
    const cells = [asRead, medianMs(source, UNLIMITED)].map((ms) => ms.toFixed(2).padStart(12));
    console.log(`${JSON.stringify(part).padEnd(20)}${cells.join('        ')}`);
  }
  console.log(`slowest as read: ${slowest.toFixed(2)} ms`);
  return slowest <= aimMs;
}

process.exitCode = bench() ? 0 : 1;
