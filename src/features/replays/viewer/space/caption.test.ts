import { expect, test } from 'vitest';
import { straightRun } from '#testing/straight-run.ts';
import { gapOf, type Run, runOf } from '../run.ts';
import { captionOf } from './caption.ts';

/** The same way as a straight run of ten seconds, in another time. */
function scaled(driver: string, share: number): Run {
  const { line, durationMs, checkpointsMs, ...run } = straightRun();
  return runOf({
    ...run,
    driver,
    timeMs: durationMs * share,
    checkpointsMs: checkpointsMs.map((at) => at * share),
    line: {
      ...line,
      timesMs: line.timesMs.map((at) => at * share),
      velocities: line.velocities.map((part) => part / share),
    },
  });
}
const slow = scaled('Slow', 1.2);
const fast = scaled('Fast', 1);

test('a single run', () => {
  expect(captionOf('A01', [slow], [null])(6010)).toEqual({
    track: 'A01',
    time: '00:06.01',
    lines: [{ number: 0, driver: 'Slow', gap: '' }],
  });
});

test('compared runs keep the order of the list, with the gap to the first', () => {
  const { lines } = captionOf('A01', [slow, fast], [null, gapOf(slow, fast)])(6000);
  expect(lines.map(({ driver }) => driver)).toEqual(['Slow', 'Fast']);
  expect(lines.map(({ gap }) => gap)).toEqual(['', expect.stringMatching(/^−(0\.99|1\.00)$/)]);
});

test('a race is in the order of the moment, with the gap to its leader, for ten of all', () => {
  const { lines } = captionOf('A01', [slow, fast], [null, null])(6000);
  expect(lines.map(({ number, gap }) => [number, gap])).toEqual([
    [1, ''],
    [0, expect.stringMatching(/^\+(0\.99|1\.00)$/)],
  ]);
  const twenty = Array.from({ length: 20 }, () => fast);
  expect(
    captionOf(
      'A01',
      twenty,
      twenty.map(() => null),
    )(6000).lines,
  ).toHaveLength(10);
});
