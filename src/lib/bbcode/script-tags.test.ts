import { expect, test } from 'vitest';
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
  'twenty thousand times %j is read at once',
  (piece) => {
    const start = performance.now();
    withoutScriptTags(piece.repeat(20_000));
    expect(performance.now() - start).toBeLessThan(1000);
  },
);
