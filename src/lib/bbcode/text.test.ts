import { expect, test } from 'vitest';
import { lineReferences, ownLine, readLine, storedLine } from './line.ts';
import { parseMessage } from './parse.ts';
import { collectReferences, NO_NAMES } from './references.ts';
import { messageToHtml, noTextHtml } from './render.ts';
import { messageText } from './text.ts';

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
  ['short', 20, ['short']],
  ['a few more words', 12, ['a few more…']],
  ['unbreakableword', 8, ['unbreak…']],
  ['a\n[b]b[/b]', 20, ['a b']],
  ['😀😀😀', 2, ['😀…']],
  ['well done :)  indeed', 20, ['well done ', { code: ':)', stem: 'smile' }, ' indeed']],
  [':) :) :)', 4, [{ stem: 'smile' }, ' ', { stem: 'smile' }, '…']],
  ['[track]1[/track] :)', 20, ['A01 ', { code: ':)', stem: 'smile' }]],
  [' [img]https://a.eu/p.png[/img]\n', 20, []],
  ['', 20, []],
])('%j as a line of %s is %j', (source, longest, pieces) => {
  const line = readLine(storedLine(source), longest, names);
  expect(line).toMatchObject(pieces);
  expect(line).toHaveLength(pieces.length);
});

test.each([
  ['[b]a[/b]\n\n b  [spoiler=End]c[/spoiler]', 'a b [End]'],
  ['[code]:)[/code]', ':)'],
  ['a\u0001user:7\u0002b', 'auser:7b'],
  ['x'.repeat(10), 'x'.repeat(10)],
  ['x'.repeat(11), 'x'.repeat(10)],
  [`${'x'.repeat(9)}😀`, 'x'.repeat(9)],
])('%j is stored as %j', (source, line) => {
  expect(storedLine(source, 10)).toBe(line);
});

test('a stored line knows what it refers to, on this site', () => {
  const line = storedLine(
    '[user]2[/user] :) [track]1[/track][track]1[/track] [pack]3[/pack] [track=tmuf]5[/track]',
  );
  expect(lineReferences([line, storedLine('[thread]4[/thread]')])).toEqual({
    track: [1],
    user: [2],
    pack: [3],
    thread: [4],
    picture: [],
  });
  expect(
    readLine(line, 100, names)
      .filter((piece) => typeof piece === 'string')
      .join(''),
  ).toBe('User #2  A01A01 Trackpack #3 Track #5 (TMUF)');
});

test('a track of its own edition is a link, in messages and in lines', () => {
  const references = { ...NO_NAMES, track: new Map([[42, 'A01']]) };
  const html = messageToHtml('[track=TMNF]42[/track]', { images: true, references, site: 'tmnf' });
  expect(html).toBe('<a class="bb-reference" href="/trackshow/42">A01</a>');
  const line = storedLine('[track=tmnf]42[/track] [track=tmuf]42[/track]');
  const own = ownLine(line, 'tmnf');
  expect(lineReferences([own]).track).toEqual([42]);
  expect(readLine(own, 100, references)).toEqual(['A01 Track #42 (TMUF)']);
  expect(readLine(ownLine(line, 'tmn'), 100, references)).toEqual(['Track #42 (TMNF) Track #42 (TMUF)']);
});

test('references of many messages are collected once, references to other sites are not', () => {
  const first = parseMessage('[track]1[/track][b][user]2[/user][/b][track]1[/track]');
  const second = parseMessage(
    '[track=tmuf]5[/track][pack]9[/pack][list][*][track]3[/track][/list][thread]4[/thread]',
  );
  const third = parseMessage(
    '[img]www.a.eu/p.png[/img][quote][img]https://www.a.eu/p.png[/img][/quote][img]x[/img]',
  );
  expect(collectReferences(first, second, third)).toEqual({
    track: [1, 3],
    user: [2],
    pack: [9],
    thread: [4],
    picture: ['https://www.a.eu/p.png'],
  });
});

test.each([
  [
    '[img]https://a.eu/p?a&b[/img]',
    '<a href="https://a.eu/p?a&amp;b" rel="noopener noreferrer nofollow">https://a.eu/p?a&amp;b</a>',
  ],
  [
    '[url=b.eu/][img]https://a.eu/p[/img][/url]',
    '<a href="//b.eu/" rel="noopener noreferrer nofollow">https://a.eu/p</a>',
  ],
])('without a proxy %j is a link to the picture', (source, html) => {
  expect(messageToHtml(source, { images: true }).replace(' target="_blank"', '')).toBe(html);
  expect(messageToHtml(source, { images: false })).not.toContain('https://a.eu/p');
});

test.each([
  ['', true],
  [' \n ', true],
  ['[b] [/b]', true],
  ['[img]https://a.eu/p.png[/img]', true],
  ['<script></script>', true],
  ['.', false],
  [':)', false],
  ['[hr]', false],
  ['[user]7[/user]', false],
  ['[quote=Ann][/quote]', true],
])('%j has nothing to show: %s', (source, isEmpty) => {
  expect(messageToHtml(source, { images: false }) === noTextHtml).toBe(isEmpty);
});

test('references to a sister site are links if its origin is known', () => {
  const originOf = (site: string) => (site === 'tmuf' ? 'https://tmuf.example' : null);
  const html = messageToHtml('[track=TMUF]5[/track]', { images: true, originOf });
  expect(html).toContain('href="https://tmuf.example/trackshow/5"');
  expect(html).toContain('>Track #5 (TMUF)</a>');
});
