import { expect, test } from 'vitest';
import { growth, linearGrowth } from '#testing/least-work.ts';
import { parseGameText, stripGameText } from './parse.ts';

test.each([
  ['Tempest', 'Tempest'],
  ['$FFFLunatic $FooExtreme $EFX04', 'Lunatic Extreme 04'],
  ['  $fffESL $00fOne ', 'ESL One'],
  ['cash $$100', 'cash $100'],
  ['$$i', '$i'],
  ['$$$i$$', '$$'],
  ['$i$s$o$w$n$m$t$g$zall', 'all'],
  ['$I$S$O$W$N$M$T$G$Zall', 'all'],
  ['$<$f00in$>out', 'inout'],
  ['$l[http://a.eu]site$l', 'site'],
  ['$h[m:x]mania$h $p[login]link$p', 'mania link'],
  ['$la.eu$l', 'a.eu'],
  ['$l[never closed', '[never closed'],
  ['a$', 'a'],
  ['$', ''],
  ['$xy', 'y'],
  ['$😀y', 'y'],
  ['$f😀x y', 'y'],
  ['$f$iab', 'ab'],
  ['$0', ''],
  ['', ''],
])('%j reads as %j', (source, plain) => {
  expect(stripGameText(source)).toBe(plain);
});

test.each([
  ['$f90a', [{ text: 'a', colour: 'f90' }]],
  ['$FOOa', [{ text: 'a', colour: 'f00' }]],
  ['$f$ia', [{ text: 'a', colour: 'f00', italic: true }]],
  ['$f00a$gb', [{ text: 'a', colour: 'f00' }, { text: 'b' }]],
  ['$ia$ib', [{ text: 'a', italic: true }, { text: 'b' }]],
  ['$o$s$wa$zb', [{ text: 'a', bold: true, shadow: true, width: 'wide' }, { text: 'b' }]],
  ['$wa$mb$nc', [{ text: 'a', width: 'wide' }, { text: 'b' }, { text: 'c', width: 'narrow' }]],
  ['$ta$tb', [{ text: 'a', caps: true }, { text: 'b' }]],
  [
    '$f00a$<$00fb$>c',
    [
      { text: 'a', colour: 'f00' },
      { text: 'b', colour: '00f' },
      { text: 'c', colour: 'f00' },
    ],
  ],
  ['a$>b', [{ text: 'ab' }]],
  ['a$g$$b', [{ text: 'a$b' }]],
  ['$l[http://a.eu]a$lb', [{ text: 'a', link: { kind: 'web', target: 'http://a.eu' } }, { text: 'b' }]],
  ['$la.eu$lb', [{ text: 'a.eu', link: { kind: 'web', target: 'a.eu' } }, { text: 'b' }]],
  ['$h[m]a$h', [{ text: 'a', link: { kind: 'manialink', target: 'm' } }]],
  ['$l[a.eu]a$zb', [{ text: 'a', link: { kind: 'web', target: 'a.eu' } }, { text: 'b' }]],
])('%j has the spans %j', (source, spans) => {
  const plain = {
    colour: null,
    italic: false,
    shadow: false,
    bold: false,
    caps: false,
    width: 'normal',
    link: null,
  };
  expect(parseGameText(source)).toEqual(spans.map((span) => ({ ...plain, ...span })));
});

test.each(['$l[', '$<', '$f00a', '$$', '$l[]a', '$i', '$'])(
  'many characters of %j are read in linear time',
  (code) => {
    expect(growth((length) => parseGameText(code.repeat(length / code.length)))).toBeLessThan(linearGrowth);
  },
);
