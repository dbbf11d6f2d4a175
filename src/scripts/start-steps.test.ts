import { expect, test } from 'vitest';
import { StartSteps } from './start-steps.ts';

test('an edition lists its steps in the order of their first mention, and the console gets a line every five seconds', () => {
  const said: string[] = [];
  let now = 0;
  const steps = new StartSteps(
    (line) => said.push(line),
    () => now,
  );
  const [one, other] = [{ code: 'one' }, { code: 'other' }];
  steps.set(one, 'Pages', 'being built');
  for (const [at, done] of [
    [4999, '12 of 48 tracks'],
    [5000, '18 of 48 tracks'],
    [9999, '24 of 48 tracks'],
    [10_000, '30 of 48 tracks'],
  ] as const) {
    now = at;
    steps.progress(one, 'Demo community', done);
  }
  steps.set(one, 'Pages', 'ready');
  expect(said).toEqual(['  one: 18 of 48 tracks', '  one: 30 of 48 tracks']);
  expect(steps.of(one)).toEqual(['Pages: ready', 'Demo community: 30 of 48 tracks']);
  expect(steps.of(other)).toEqual([]);
});
