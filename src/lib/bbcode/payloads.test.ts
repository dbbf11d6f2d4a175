import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { everyHostileText } from '#testing/hostile/texts.ts';
import { messageToHtml } from './render.ts';
import { type HtmlToken, tokenizeHtml } from './strict-html.ts';

/** Public collections, used if they are stored next to the project. */
const folder = new URL('../../../../shared/payloads/', import.meta.url);
const missing = !existsSync(folder);
const note = missing ? ' (skipped: no payloads)' : '';

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  strong: [],
  em: [],
  u: [],
  s: [],
  br: [],
  hr: [],
  ul: [],
  ol: ['type'],
  li: [],
  blockquote: [],
  cite: [],
  div: ['class'],
  span: ['class'],
  details: ['class'],
  summary: [],
  pre: ['class'],
  code: [],
  a: ['class', 'href', 'target', 'rel'],
  img: ['class', 'src', 'alt', 'width', 'height', 'loading', 'referrerpolicy'],
};

/** Returns what is unsafe in rendered HTML, as sentences; empty if it is safe. */
function faults(html: string): string[] {
  return tokenizeHtml(html).flatMap((token) => {
    if (token.kind === 'stray') return [`stray ${token.text}`];
    if (token.kind !== 'open') return [];
    const names = ALLOWED[token.name];
    if (!names) return [`element ${token.name}`];
    return [...token.attributes].flatMap(([name, value]) => {
      if (!names.includes(name)) return [`attribute ${name} on ${token.name}`];
      if (name === 'href' && !/^(?:https?:\/\/|\/\/|\/(?!\/)|#$)/i.test(value)) return [`href ${value}`];
      if (name === 'src' && !/^(?:https?:\/\/|\/images\/smiles\/[a-z]+\.svg$)/i.test(value))
        return [`src ${value}`];
      return [];
    });
  });
}

/** A payload alone and in every position where a message contains a value. */
function placesFor(payload: string): string[] {
  return [
    payload,
    `[url]${payload}[/url]`,
    `[url=${payload}]x[/url]`,
    `[url="${payload}"]x[/url]`,
    `[img]${payload}[/img]`,
    `[img]http://a.eu/${payload}[/img]`,
    `[color=${payload}]x[/color]`,
    `[size=${payload}]x[/size]`,
    `[quote=${payload}]x[/quote]`,
    `[quote="${payload}"]x[/quote]`,
    `[spoiler="${payload}"]${payload}[/spoiler]`,
    `[code]${payload}[/code]`,
    `[youtube]${payload}[/youtube]`,
    `[track=${payload}]1[/track]`,
    `[user]${payload}[/user]`,
    `[list=${payload}][*]${payload}[/list]`,
    `[align=${payload}]x[/align]`,
    `http://a.eu/${payload}`,
  ];
}

test('the check itself can fail', () => {
  expect(faults('<script>x</script>')).toEqual(['element script']);
  expect(faults('<b onclick="x">')).toEqual(['element b']);
  expect(faults('<a onclick="x">')).toEqual(['attribute onclick on a']);
  expect(faults('<a href="javascript:x">')).toEqual(['href javascript:x']);
  expect(faults('<a href="java&#115;cript:x">')).toEqual(['href javascript:x']);
  expect(faults('a < b')).toEqual(['stray <']);
  expect(faults('<a href=x>')).toEqual(['stray <', 'stray >']);
});

/** The sources whose HTML contains something that could be executed. */
const unsafe = (texts: readonly string[]): string[] =>
  texts.flatMap(placesFor).filter((source) => faults(messageToHtml(source, { images: true })).length > 0);

test('our own hostile texts render safely', () => {
  expect(everyHostileText.length).toBeGreaterThan(500);
  expect(unsafe(everyHostileText)).toEqual([]);
});

test.skipIf(missing)(`DOMPurify's payloads render safely${note}`, () => {
  const entries = read('dompurify-expect.json');
  const payloads = Array.isArray(entries) ? entries.map((entry) => String(entry.payload)) : [];
  expect(payloads.length).toBeGreaterThan(100);
  expect(unsafe(payloads)).toEqual([]);
});

test.skipIf(missing)(`the naughty strings render safely, and none is lost${note}`, () => {
  const strings = read('blns.json');
  const payloads = Array.isArray(strings) ? strings.map(String) : [];
  expect(payloads.length).toBeGreaterThan(400);
  expect(unsafe(payloads)).toEqual([]);
});

/** Cases of the s9e forum bundle with tags that we know too; 001 and 021 contain sizes and smileys that differ. */
const SAME_TAGS = '000 002 004 005 006 008 009 010 011 012 013 014 015 018 019 025'.split(' ');

/** Reduces tokens to what both sides have: elements by meaning, addresses and text. */
function shape(tokens: readonly HtmlToken[]): string[] {
  const meanings: Readonly<Record<string, string>> = { b: 'strong', i: 'em' };
  const dressing = ['div', 'span', 'br', 'summary'];
  return tokens.flatMap((token) => {
    if (token.kind === 'text')
      return token.text.trim() === '' ? [] : [token.text.trim().replace(/^Spoiler\s+(?=.)/, '')];
    if (token.kind === 'stray' || dressing.includes(token.name)) return [];
    const name = meanings[token.name] ?? token.name;
    if (token.kind === 'close') return [`/${name}`];
    return [`${name} ${token.attributes.get('href') ?? ''}`.trim()];
  });
}

test.skipIf(missing).each(SAME_TAGS)(`case %s means the same as in the s9e forum bundle${note}`, (number) => {
  const text = (ending: string) =>
    readFileSync(new URL(`s9e-forum/${number}.${ending}`, folder), 'utf8').trim();
  const ours = shape(tokenizeHtml(messageToHtml(text('txt'), { images: true })));
  expect(ours).toEqual(shape(tokenizeHtml(text('html'))));
});

test.skipIf(missing)(`the s9e cases named here exist${note}`, () => {
  const files = readdirSync(new URL('s9e-forum/', folder));
  expect(SAME_TAGS.filter((number) => !files.includes(`${number}.txt`))).toEqual([]);
});
