import { expect, test } from 'vitest';
import { growth, linearGrowth } from '#testing/least-work.ts';
import { withoutScriptTags } from './parse.ts';

test.each([
  ['<script>alert(1)</script>', 'alert(1)'],
  ['a<SCRIPT src="//x.eu/">b</ScRiPt >c', 'abc'],
  ['<script/x>', ''],
  ['<scr<script>ipt>x</scr</script>ipt>', 'x'],
  ['<<script>script>x', 'x'],
  ['<script', '<script'],
  ['<scripted>', '<scripted>'],
  ['1 < 2 > 0 <b>script</b>', '1 < 2 > 0 <b>script</b>'],
  ['a > b <script> c', 'a > b  c'],
])('%j becomes %j', (text, shown) => {
  expect(withoutScriptTags(text)).toBe(shown);
});

test.each(['<script', '<scr<script>', '<', '<script>', '</script '])(
  'many times %j is read in linear time',
  (piece) => {
    expect(growth((length) => withoutScriptTags(piece.repeat(length / piece.length)))).toBeLessThan(
      linearGrowth,
    );
  },
);
