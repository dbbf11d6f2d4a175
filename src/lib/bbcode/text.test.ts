import { expect, test } from 'vitest';
import { parseMessage } from './parse.ts';
import { collectReferences, NO_NAMES } from './references.ts';
import { messageToHtml } from './render.ts';
import { messagePreview, messageText } from './text.ts';

const names = { ...NO_NAMES, track: new Map([[1, 'A01']]) };

test.each([
  ['[b]a[/b] [url=a.eu/]t[/url] :)', 'a t :)'],
  ['[quote=Ann]x[/quote]y', 'Ann wrote: x\ny'],
  ['a[list][*]b[*]c[/list]d', 'a\n- b\n- c\n\nd'],
  ['a [spoiler=End]b [b]c[/b][/spoiler] d', 'a\n[End]\n d'],
  ['[img]https://a.eu/p.png[/img][hr][code]x[/code]', 'x'],
  ['[track]1[/track] [user]2[/user] [tmx]', 'A01 User #2 TMX'],
  ['[youtube]dQw4w9WgXcQ[/youtube]', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ['<b>&', '<b>&'],
])('%j reads as %j', (source, text) => {
  expect(messageText(parseMessage(source), names)).toBe(text);
});

test.each([
  ['short', 20, 'short'],
  ['a few more words', 12, 'a few more…'],
  ['unbreakableword', 8, 'unbreak…'],
  ['a\n[b]b[/b]', 20, 'a b'],
  ['😀😀😀', 2, '😀…'],
])('%j cut at %s is %j', (source, longest, preview) => {
  expect(messagePreview(source, longest)).toBe(preview);
});

test('references of many messages are collected once, references to other sites are not', () => {
  const first = parseMessage('[track]1[/track][b][user]2[/user][/b][track]1[/track]');
  const second = parseMessage('[track=tmuf]5[/track][pack]9[/pack][list][*][track]3[/track][/list]');
  expect(collectReferences(first, second)).toEqual({ track: [1, 3], user: [2], pack: [9] });
});

test('the proxy and the origins of sister sites are used if the caller passes them', () => {
  const html = messageToHtml('[img]https://a.eu/p?a&b[/img][track=TMUF]5[/track]', {
    images: true,
    proxied: (address) => `/proxy?u=${encodeURIComponent(address)}`,
    originOf: (site) => (site === 'tmuf' ? 'https://tmuf.example' : null),
  });
  expect(html).toContain('src="/proxy?u=https%3A%2F%2Fa.eu%2Fp%3Fa%26b"');
  expect(html).toContain('href="https://tmuf.example/trackshow/5"');
  expect(html).toContain('>Track #5 (TMUF)</a>');
});
