import { expect, test } from 'vitest';
import { limitsAmong, MESSAGE_LIMITS } from './limits.ts';
import { parseMessage } from './parse.ts';
import { messageToHtml, renderMessage } from './render.ts';
import { messageText } from './text.ts';
import { HOSTILE, UNLIMITED } from './tools/hostile-specs.ts';

const show = (source: string) => messageToHtml(source, { images: true });
const count = (html: string, part: string) => html.split(part).length - 1;

test('all kinds of line breaks become breaks, other control characters are removed', () => {
  expect(show('a\r\nb\rc\u001fd\ne')).toBe('a<br>b<br>c<br>d<br>e');
  expect(show('a\0b\x07c\td\u202ee\ud800')).toBe('abc\tde\ufffd');
});

test('a link with an empty address leads nowhere', () => {
  expect(show('a [url=] [/url] b')).toBe('a [url=] [/url] b');
  expect(show('[url=]t[/url]')).toBe('<a href="#" target="_blank" rel="noopener noreferrer nofollow">t</a>');
});

test('the tags of a beginning are closed by the cut', () => {
  const nodes = parseMessage('[quote=Ann][b]a [WIP] b', undefined, { isBeginning: true });
  expect(renderMessage(nodes, { images: true })).toBe(
    '<blockquote><cite>Ann wrote:</cite><strong>a [WIP] b</strong></blockquote>',
  );
});

test('the end of a tag beyond a limit is shown as typed, wherever it crosses others', () => {
  const html = show(`${'[b]'.repeat(10)}[i]x${'[/b]'.repeat(10)}y[/i]`);
  expect(html).toBe(`${'<strong>'.repeat(10)}[i]x${'</strong>'.repeat(10)}y[/i]`);
});

test('an address with a tag-like part is one link', () => {
  expect(show('http://a.eu/?a[b]=1&c[i]=2')).toMatch(/^<a href="http:\/\/a\.eu\/\?a\[b\]=1&amp;c\[i\]=2"/);
});

test.each([
  ['a\nb', 'a<br>b'],
  ['a\n\nb', 'a<br><br>b'],
  ['a\n\n\nb', 'a<br><br>b'],
  [`a${'\n'.repeat(1500)}b`, 'a<br><br>b'],
  ['a\n \t\n\u00a0\n\u200b\u3164\n  b', 'a<br><br>  b'],
  ['[code]a\n\n\n\nb[/code]', '<pre class="bb-code"><code>a\n\nb</code></pre>'],
])('of %j at most one empty line is shown', (source, html) => {
  expect(show(source)).toBe(html);
});

test('text beyond 20 000 characters is shown as typed', () => {
  const html = show(`${'x'.repeat(20_000)}[b]y[/b]z[i]:) http://a.eu\n`);
  expect(html).toContain('x[b]y[/b]z[i]:) http://a.eu<br>');
  expect(messageText(parseMessage(`${'x'.repeat(19_999)}😀`))).toContain('😀');
});

test('the eleventh nested tag is shown as typed, with its end', () => {
  const html = show(`${'[b]'.repeat(11)}x${'[/b]'.repeat(11)}y`);
  expect(html).toBe(`${'<strong>'.repeat(10)}[b]x[/b]${'</strong>'.repeat(10)}y`);
});

test('items do not count as depth, but lists do', () => {
  const html = show(`${'[list][*]'.repeat(11)}${'[/list]'.repeat(11)}`);
  expect(count(html, '<ul>')).toBe(10);
  expect(html).toContain('[list]');
});

test('the 201st tag is shown as typed', () => {
  const html = show('[b]x[/b]'.repeat(201));
  expect(count(html, '<strong>')).toBe(200);
  expect(html.endsWith('</strong>[b]x[/b]')).toBe(true);
});

test('the 21st image is shown as typed', () => {
  const html = show('[img]https://a.eu/p.png[/img]'.repeat(21));
  expect(count(html, '<a ')).toBe(21);
  expect(html).toMatch(/<\/a>\[img\]<a href="https:\/\/a\.eu\/p\.png"[^<]*<\/a>\[\/img\]$/);
});

test('the 201st smiley is shown as typed', () => {
  const html = show(`${':) '.repeat(150)}[b]${':D '.repeat(60)}[/b]x`);
  expect(count(html, '<img')).toBe(200);
  expect(html).toContain(`${':D '.repeat(10)}</strong>x`);
});

/** Milliseconds of processor time of the fastest of three runs. */
function shortest(run: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const began = process.threadCpuUsage();
    run();
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

/** Durations are measured by bbcode-bench.ts, because a busy machine must not fail a test. */
/** Of empty lines only one is shown. */
test.each(HOSTILE.filter((part) => part !== '\n'))(
  'parsing 100 kB of %j terminates and loses nothing',
  (part) => {
    const source = `${part.repeat(Math.ceil(100_000 / part.length))}x`;
    expect(show(source).length).toBeGreaterThan(50_000);
  },
);

test.each(HOSTILE)('without limits, the time for %j is linear in the length', (part) => {
  const render = (length: number) => {
    const source = part.repeat(Math.ceil(length / part.length));
    return shortest(() => renderMessage(parseMessage(source, UNLIMITED), { images: true }));
  };
  // A 16 times longer text takes 16 times as long, here at most 130 ms; quadratic work would take 256 times as long.
  // The limit in between leaves room for garbage collection, cold caches and a busy machine.
  const short = render(20_000);
  expect(render(320_000)).toBeLessThan(Math.max(120 * short, 500));
});

test('the limits have their documented values', () => {
  const rules = { characters: 20_000, tags: 200, depth: 10, quotes: 3, images: 20 };
  expect(MESSAGE_LIMITS).toEqual({ ...rules, smileys: 200, addresses: 100 });
});

test.each([99, 100, 101])(
  'of %s bare addresses at most a hundred are links, and none is lost',
  (addresses) => {
    const html = show(`[b]${'www.a.eu '.repeat(addresses)}[/b]`);
    const links = Math.min(addresses, 100);
    expect(count(html, '<a ')).toBe(links);
    expect(html.replace(/<[^>]*>/g, '')).toBe('www.a.eu '.repeat(addresses));
  },
);

test('a bare address after a hundred others stays text, in whatever tag it is', () => {
  const html = show(`${'www.a.eu '.repeat(100)}[i]www.b.eu[/i][url=c.eu/]c[/url]`);
  expect(html).toContain('<em>www.b.eu</em><a href="//c.eu/"');
});

test('a message of 20 000 characters of bare addresses becomes less than three times as long', () => {
  const source = 'www.a.eu '.repeat(2222);
  expect(show(source).length).toBeLessThan(3 * source.length);
});

test.each([
  [1, 200, 100],
  [20, 200, 100],
  [21, 190, 100],
  [40, 100, 100],
  [41, 97, 97],
  [200, 20, 20],
  [201, 20, 20],
])(
  'on a page of %s messages each may have %s tags and smileys and %s addresses',
  (messages, tags, addresses) => {
    expect(limitsAmong(messages)).toEqual({ ...MESSAGE_LIMITS, tags, smileys: tags, addresses });
  },
);
