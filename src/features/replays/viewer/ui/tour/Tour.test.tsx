import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Tour as Way } from '../../tour.ts';
import { Playback } from '../playback.ts';
import { Tour } from './Tour.tsx';

const stop = { trackId: 7, trackName: 'B02', replayId: 70, driver: 'ann', result: '00:41.20' };
const html = (next: Way['next']) =>
  renderToStaticMarkup(
    <Tour
      tour={{ packId: 3, packName: 'Fun cup', position: 2, tracks: 40, next }}
      playback={new Playback(false)}
      isReady={false}
      prefersReducedMotion={() => false}
      addressOf={({ trackId, replayId }) => `/trackreplayview/${trackId}?replays=${replayId}&pack=3`}
    />,
  );

test('without a script, links lead to the next records, past them and back to the pack', () => {
  const shown = html([stop, { ...stop, trackId: 8, trackName: 'C03' }]);
  expect(shown).toContain('2 of 40');
  expect(shown).toContain('href="/trackreplayview/7?replays=70&amp;pack=3" class="btn">Skip');
  expect(shown).toContain('href="/trackpackshow/3" class="btn">Stop');
  expect(shown.match(/<li>/g)).toHaveLength(2);
  expect(shown).not.toContain('<button');
});

test('the last record says that it is the last', () => {
  const shown = html([]);
  expect(shown).toContain('This is the last record of the pack.');
  expect(shown).not.toMatch(/Skip|<details/);
});
