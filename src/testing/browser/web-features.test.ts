import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { supportedBrowsers } from '#scripts/supported-browsers.ts';
import { lackingInScripts, lackingInStyles } from './web-features.ts';

test.each([
  ['.a{color:light-dark(#000,#fff)}', 'light-dark(), which chrome 109, firefox 115, safari 16.4 lacks'],
  ['.a{color:color-mix(in srgb, red, blue)}', 'color-mix(), which chrome 109 lacks'],
  ['.a:has(b){color:red}', ':has(), which firefox 115 lacks'],
  ['a{text-decoration:underline 1px}', 'text-decoration with a thickness, which safari 16.4 lacks'],
  ['.a{color:red;& b{color:blue}}', 'nested rules, which'],
  ['.a{height:2lh}', 'units lh and rlh, which firefox 115 lacks'],
  ['@supports (color: red) { .a { b {} } } .a:popover-open{display:grid}', ':popover-open, which'],
])('the style %s is reported', (css, complaint) => {
  expect(lackingInStyles(css)).toEqual([expect.stringContaining(complaint)]);
});

test.each([
  'a{text-decoration:underline;text-decoration-thickness:1px}',
  '@supports (color: color-mix(in srgb, red, red)){.a{color:color-mix(in srgb, red, blue)}}',
  '.userhead__acts:not(:has(*)){display:none}',
  '.a{height:2.5rem;transition:rotate .2s linear}',
])('the style %s is not', (css) => {
  expect(lackingInStyles(css)).toEqual([]);
});

test.each([
  ['let b=a.toReversed();', 'toReversed() and related methods, which chrome 109 lacks'],
  ['AbortSignal.any([a,b])', 'AbortSignal.any(), which chrome 109, firefox 115, safari 16.4 lacks'],
  ['a.showPopover()', 'popovers, which'],
  ['a.ariaPressed=`true`', 'ARIA properties of elements, which firefox 115 lacks'],
  ['new FormData(e,t)', 'FormData with a button, which chrome 109 lacks'],
  ['new RegExp("[a--b]","gv")', 'the flag v'],
  ['a.values().map(b)', 'iterator helpers, which'],
])('the script %s is reported', (script, complaint) => {
  expect(lackingInScripts(script)).toEqual([expect.stringContaining(complaint)]);
});

test.each([
  'typeof e.showPopover==`function`&&e.showPopover()',
  'a.setAttribute(`aria-pressed`,`true`);b.role===`x`',
  'new FormData(e);[...a.values()].map(b)',
])('the script %s is not', (script) => {
  expect(lackingInScripts(script)).toEqual([]);
});

test('the list of editions, whose styles are sent as written, uses only what all of them have', () => {
  expect(lackingInStyles(readFileSync('src/server/portal.css', 'utf8'))).toEqual([]);
});

test('the README names the supported browsers', () => {
  const readme = readFileSync('README.md', 'utf8');
  const { chrome, firefox, safari } = supportedBrowsers;
  expect(readme).toContain(`Chrome ${chrome}, Firefox ${firefox} and Safari ${safari}`);
});
