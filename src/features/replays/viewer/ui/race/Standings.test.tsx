import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { straightRun } from '#testing/straight-run.ts';
import { Playback } from '../playback.ts';
import type { Loaded } from '../use-runs.ts';
import { Standings } from './Standings.tsx';

const entry = (driver: string, changes: Partial<Loaded> = {}): Loaded => ({
  source: {
    key: driver,
    driver,
    file: `/recordgbx/${driver}`,
    why: null,
    result: '00:10.00',
    sizeBytes: 1,
    checkpointsMs: null,
  },
  run: null,
  problem: null,
  ...changes,
});
const shown = (loaded: readonly Loaded[]) => {
  const runs = loaded.flatMap(({ run }) => run ?? []);
  const html = renderToStaticMarkup(
    <Standings {...{ loaded, runs }} playback={new Playback(false)} follows={0} follow={() => undefined} />,
  );
  return [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, item = '']) => item.replaceAll(/<[^>]*>/g, ' '));
};

test('before anything is loaded, all have their place of the board and no gap', () => {
  const items = shown([entry('ann'), entry('ben')]);
  expect(items).toHaveLength(2);
  expect(items[0]).toMatch(/Follow\s+ann\s+00:10.00\s+–/);
  expect(items[1]).toMatch(/ben/);
});

test('what is loaded races, what may not be watched says why', () => {
  const items = shown([
    entry('cy', { problem: 'This replay is secret.' }),
    entry('ann', { run: straightRun() }),
    entry('ben', { run: straightRun(4) }),
    entry('dee'),
  ]);
  expect(items[0]).toMatch(/Driver 0.*leads/);
  expect(items[1]).toMatch(/Driver 4.*\+0\.00/);
  expect(items[2]).toMatch(/dee.*–/);
  expect(items[3]).toMatch(/cy.*This replay is secret\./);
});
