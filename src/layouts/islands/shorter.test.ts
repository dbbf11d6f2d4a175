import { expect, test } from 'vitest';
import { shorter } from './shorter.ts';

test.each([
  ['<ul><li>A</li><li>B</li></ul>', '<ul><li>A<li>B</ul>'],
  ['<img src="/a.svg" alt="" width="13"/>', '<img src=/a.svg alt width=13>'],
  ['<img width="13" alt=""/>', '<img width=13 alt>'],
  ['<a href="#comment-5" style="--at:3;--of:9">C</a>', '<a href=#comment-5 style=--at:3;--of:9>C</a>'],
  ['<stop stop-color="#fff" viewBox="0 0 1 1"></stop>', '<stop stop-color=#fff viewBox="0 0 1 1"></stop>'],
  ['<svg maskContentUnits="objectBoundingBox"></svg>', '<svg maskContentUnits=objectBoundingBox></svg>'],
  ['<input value="a=b" title="it’s" data-x="&#39;"/>', '<input value="a=b" title="it’s" data-x="&#39;">'],
  ['<p>alt=&quot;&quot; "quoted" b="c"</p>', '<p>alt=&quot;&quot; "quoted" b="c"</p>'],
])('%s becomes %s', (html, expected) => {
  expect(shorter(html)).toBe(expected);
});
