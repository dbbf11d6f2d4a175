import { expect, test } from 'vitest';
import { below, seededRandom } from '../tools/random.ts';
import { drivingOf } from './input-steps.ts';
import { CHANGE_BYTES, MOST_CHANGES, runChanges } from './run-measure.ts';
import { sharedInputs } from './shared-inputs.ts';

/** Steering to random places, about four times a second. */
function steered(seed: number, count: number, offsetMs = 0): Uint8Array {
  const random = seededRandom(seed);
  let timeMs = offsetMs;
  const events = Array.from({ length: count }, () => {
    timeMs += 10 + 10 * below(random, 50);
    return { timeMs, control: 'steer' as const, value: 1 + below(random, 60_000) };
  });
  return runChanges(drivingOf({ durationMs: timeMs + 1, events, shiftMs: 0 }));
}
const compared = (own: Uint8Array, other: Uint8Array) => sharedInputs(own, [other])[0];

test.each([
  ['a run with itself', steered(1, 300), steered(1, 300), { same: 300, of: 300, longestRun: 300 }],
  ['the same run, cut', steered(1, 300), steered(1, 120), { same: 120, of: 120, longestRun: 120 }],
  ['the same run 70 ms later', steered(1, 300), steered(1, 300, 70), { same: 0, of: 300, longestRun: 300 }],
  ['two separate runs', steered(1, 300), steered(2, 300), { same: 0, of: 300, longestRun: 0 }],
  ['a run without changes', steered(1, 300), steered(1, 0), { same: 0, of: 0, longestRun: 0 }],
  ['two runs without changes', steered(1, 0), steered(1, 0), { same: 0, of: 0, longestRun: 0 }],
])('%s', (_what, own, other, expected) => {
  const found = compared(own, other);
  expect(found?.of).toBe(expected.of);
  expect(found?.same).toBe(expected.same);
  expect(found?.longestRun).toBe(expected.longestRun);
});

test('the longest sequence is that of a comparison of all with all', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = seededRandom(seed);
    const few = () => {
      const bytes = new DataView(new ArrayBuffer(CHANGE_BYTES * 25));
      for (let i = 0; i < 25; i++) {
        bytes.setInt32(CHANGE_BYTES * i, 10 * i, true);
        bytes.setInt32(CHANGE_BYTES * i + 4, 4 * below(random, 2), true);
      }
      return bytes;
    };
    const [own, other] = [few(), few()];
    const keys = (view: DataView) =>
      Array.from(
        { length: 25 },
        (_, i) => `${i === 0 ? 0 : 10}:${view.getInt32(CHANGE_BYTES * i + 4, true)}`,
      );
    const [a, b] = [keys(own), keys(other)];
    let longest = 0;
    for (let i = 0; i < 25; i++)
      for (let j = 0; j < 25; j++) {
        let length = 0;
        while (i + length < 25 && j + length < 25 && a[i + length] === b[j + length]) length += 1;
        longest = Math.max(longest, length);
      }
    const found = compared(new Uint8Array(own.buffer), new Uint8Array(other.buffer));
    expect(found?.longestRun, `seed ${seed}`).toBe(longest);
  }
});

test.each([
  [MOST_CHANGES - 1, MOST_CHANGES - 1],
  [MOST_CHANGES, MOST_CHANGES],
  [MOST_CHANGES + 1, MOST_CHANGES],
])('of %i changes %i are compared', (count, expected) => {
  expect(steered(3, count).length / CHANGE_BYTES).toBe(expected);
});
