import { expect, test } from 'vitest';
import { childrenOf, parseXml, textOf } from '#testing/xml.ts';
import { atomXml, type Feed, type FeedEntry, tagUri, updatedAt } from './atom.ts';
import { withOrigin } from './html.ts';

const entry = (over: Partial<FeedEntry> = {}): FeedEntry => ({
  id: tagUri('tmnf.example.org', 'track/1'),
  title: 'One',
  href: 'https://tmnf.example.org/trackshow/1',
  published: new Date('2026-02-01T00:00:00Z'),
  updated: new Date('2026-02-02T00:00:00Z'),
  authors: [{ name: 'Ann', uri: null }],
  category: null,
  html: '<p>text</p>',
  ...over,
});
const feed = (entries: FeedEntry[]): Feed => ({
  id: 'tag:tmnf.example.org,2026:tracksearch?query=a&b',
  title: 'Tracks',
  subtitle: 'Sub',
  href: 'https://tmnf.example.org/tracksearch?a=1&b=2',
  self: 'https://tmnf.example.org/tracksearch.atom?a=1&b=2',
  entries,
});

test.each([
  'plain',
  '<script>alert(1)</script>',
  ']]>&amp;"\'',
  'a\0\x01\x0b\x1f\ufffe\uffffb',
  '\ud800 alone',
  '名前 \u202eRTL\u202c ✨🏁',
  '<!--',
  '\r\n\t',
])('%j is valid XML wherever it is', (text) => {
  const shown = text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML cannot contain
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '');
  const root = parseXml(
    atomXml({
      ...feed([entry({ title: text, html: text, authors: [{ name: text, uri: text }], category: text })]),
      title: text,
      subtitle: text,
    }),
  );
  const [read] = childrenOf(root, 'entry');
  expect(textOf(root, 'title')).toBe(shown);
  expect(read && textOf(read, 'content')).toBe(shown);
  expect(read && childrenOf(read, 'category')[0]?.attributes.term).toBe(shown);
});

test('a feed is as new as its newest entry', () => {
  const newer = entry({ updated: new Date('2026-05-01T00:00:00Z') });
  expect(updatedAt(feed([entry(), newer])).toISOString()).toBe('2026-05-01T00:00:00.000Z');
  expect(updatedAt(feed([])).toISOString()).toBe('2026-01-01T00:00:00.000Z');
});

test('addresses of our own HTML become absolute, those of other sites stay', () => {
  const html =
    '<a class="x" href="/trackshow/1">1</a><img src="/images/a.svg"><a href="//evil.example">e</a><a href="https://a.b/">a</a>';
  expect(withOrigin(html, 'https://o')).toBe(
    '<a class="x" href="https://o/trackshow/1">1</a><img src="https://o/images/a.svg"><a href="//evil.example">e</a><a href="https://a.b/">a</a>',
  );
});

test('the strict parser refuses what is not XML', () => {
  const head = '<?xml version="1.0" encoding="utf-8"?>\n';
  for (const bad of [
    '<a><b></a></b>',
    '<a>&nbsp;</a>',
    '<a b="1" b="2"/>',
    '<a/><b/>',
    '<a>\x01</a>',
    '<a b=1/>',
    '<a>&</a>',
  ])
    expect(() => parseXml(head + bad), bad).toThrow();
});
