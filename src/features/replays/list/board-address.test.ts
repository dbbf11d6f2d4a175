import { expect, test } from 'vitest';
import { boardHrefs } from './board-address.ts';

const url = new URL(
  'http://a.example/trackshow/3?key=k&replays.show=older&replays.from=9&replays.dm=1&replays.order=3',
);

test('other replays are shown from the first row, in the same order', () => {
  expect(boardHrefs(url)).toEqual({
    ranked: '/trackshow/3?key=k&replays.order=3#replays',
    beaten: '/trackshow/3?key=k&replays.order=3&replays.show=beaten#replays',
    older: '/trackshow/3?key=k&replays.order=3&replays.show=older#replays',
  });
});

test('the page that begins at a replay is in the usual order, because its position depends on it', () => {
  expect(boardHrefs(url, 7).ranked).toBe('/trackshow/3?key=k&replays.from=7#replays');
});
