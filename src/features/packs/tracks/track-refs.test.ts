import { expect, test } from 'vitest';
import { trackRefs } from './track-refs.ts';

const id = (trackId: number, host: string | null = null) => ({ trackId, host });

test.each([
  ['5', id(5)],
  ['#2147483647', id(2_147_483_647)],
  ['2147483648', null],
  ['0', null],
  ['05', null],
  ['-5', null],
  ['/trackshow/5', id(5)],
  ['/trackshow/5?packid=6#comment-1', id(5)],
  ['tmnf.example/trackshow/5/', id(5, 'tmnf.example')],
  ['https://TMNF.example:4321/trackgbx/7', id(7, 'tmnf.example')],
  ['http://tmnf.example/main.aspx?action=trackshow&id=12', id(12, 'tmnf.example')],
  ['/usershow/5', null],
  ['/trackshow/5x', null],
  ['https://tmnf.example/', null],
  ['http://[', null],
  ['Uid_of_a_track_1234567890ab', { uid: 'Uid_of_a_track_1234567890ab' }],
  ['short', null],
  [`/trackshow/5?${'x'.repeat(300)}`, null],
])('%s', (text, ref) => {
  expect(trackRefs(text)).toEqual([{ input: text.slice(0, 300), ref }]);
});

test('white space, commas and semicolons separate', () => {
  expect(trackRefs(' 5,6;7\n8\t 9 ,, ').map(({ input }) => input)).toEqual(['5', '6', '7', '8', '9']);
  expect(trackRefs(' ,; ')).toEqual([]);
});
