import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { loadedAtOnce, maxRuns } from '../../view-address.ts';
import { laterOf, type Source } from './use-runs.ts';
import { Waiting } from './Waiting.tsx';

const sources = (count: number): Source[] =>
  Array.from({ length: count }, (_, at) => ({
    key: String(at),
    driver: `Driver ${at}`,
    file: `/recordgbx/${at}`,
    why: null,
    result: '01:00.00',
    sizeBytes: 10_240,
    checkpointsMs: null,
  }));

test.each([
  [loadedAtOnce, 0],
  [loadedAtOnce + 1, 1],
  [maxRuns, maxRuns - loadedAtOnce],
])('of %i replays, %i wait for the reader', (count, expected) => {
  expect(laterOf(sources(count))).toHaveLength(expected);
});

test('replays that may not be viewed have no bytes to wait for', () => {
  const [forbidden, ...others] = sources(loadedAtOnce + 1);
  if (!forbidden) throw new Error('no source');
  expect(laterOf([{ ...forbidden, file: null, why: 'Secret.' }, ...others])).toEqual([]);
});

test.each([
  ['one', sources(1), 'Load 1 more replay (10 KiB)'],
  ['several', sources(3), 'Load 3 more replays (30 KiB)'],
  ['a size is not known', sources(2).map((each) => ({ ...each, sizeBytes: null })), 'Load 2 more replays'],
])('the size is announced: %s', (_what, waiting, label) => {
  const html = renderToStaticMarkup(<Waiting sources={waiting} load={() => undefined} />);
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe(label);
});
