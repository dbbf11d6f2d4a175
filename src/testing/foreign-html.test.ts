import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { foreignIn, mainOf } from './foreign-html.ts';
import { textOf } from './html.ts';

const origin = 'http://tmo.localhost:4520';
const ours = 'start()';
const hash = createHash('sha256').update(ours).digest('base64');
const headers = { 'content-security-policy': `default-src 'none'; script-src 'self' 'sha256-${hash}'` };
const pageOf = (main: string) => ({ headers, text: `<!doctype html><title>x</title><main>${main}</main>` });

test.each([
  ['text that looks like markup', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['code of the build', `<script>${ours}</script><script src="/_astro/a.js"></script>`],
  ['data', '<script type="application/json">{}</script>'],
  [
    'pictures of this host',
    `<img src="/trackimage/1/0"><img src="${origin}/x.png"><img src="data:image/png,x">`,
  ],
  ['links', '<a href="https://example.org/">x</a><a href="?p=2">x</a><form action="/login"></form>'],
  ['what a text may contain', '<div class="prose big"><details><summary>x</summary></details></div>'],
])('%s is not foreign', (_, main) => expect(foreignIn(pageOf(main), origin)).toEqual([]));

test.each([
  ['<script>alert(1)</script>', 'script that the policy refuses: alert(1)'],
  ['<script type=module>alert(1)</script>', 'script that the policy refuses: alert(1)'],
  ['<style>*{color:red}</style>', 'style that the policy refuses: *{color:red}'],
  ['<script src="//example.org/x.js"></script>', 'script loads src //example.org/x.js'],
  ['<script src="/trackgbx/1"></script>', 'script loads src /trackgbx/1'],
  ['<b onclick=alert(1)>x</b>', 'attribute onclick on b'],
  ['<svg><animate onbegin=alert(1)></svg>', 'attribute onbegin on animate'],
  ['<p style="color:red">x</p>', 'attribute style on p'],
  ['<iframe srcdoc="x"></iframe>', 'attribute srcdoc on iframe'],
  ['<object></object>', 'element object in main'],
  ['<meta http-equiv=refresh content="0;url=/">', 'element meta in main'],
  ['<a href="javascript:alert(1)">x</a>', 'a leads by href to javascript:alert(1)'],
  ['<a href="\tjavascript:alert(1)">x</a>', 'a leads by href to \tjavascript:alert(1)'],
  ['<svg><a xlink:href="data:text/html,x">x</a></svg>', 'a leads by xlink:href to data:text/html,x'],
  [
    '<button formaction="javascript:alert(1)">x</button>',
    'button leads by formaction to javascript:alert(1)',
  ],
  ['<img src="https://example.org/x.png">', 'img loads src https://example.org/x.png'],
  ['<link rel=stylesheet href="//example.org/x.css">', 'link loads href //example.org/x.css'],
  ['<div class="prose"><form></form></div>', 'form in a text'],
  ['<template><img onerror=alert(1)></template>', 'attribute onerror on img'],
  ['<noscript><img src=/x onerror=alert(1)></noscript>', 'attribute onerror on img'],
])('%s is', (main, complaint) => expect(foreignIn(pageOf(main), origin)).toContain(complaint));

test('a policy may also be in the page', () => {
  const meta = `<meta http-equiv="Content-Security-Policy" content="script-src 'sha256-${hash}'">`;
  const page = { headers: {}, text: `${meta}<main>x<script>${ours}</script></main>` };
  expect(foreignIn(page, origin)).toEqual([]);
  const main = mainOf(page.text);
  expect(main && textOf(main)).toContain('x');
});
