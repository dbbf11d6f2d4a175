import { expect, test } from 'vitest';
import { HOSTILE, UNLIMITED } from './hostile-specs.ts';
import { MESSAGE_LIMITS } from './limits.ts';
import { parseMessage } from './parse.ts';
import { messageToHtml, renderMessage } from './render.ts';
import { messageText } from './text.ts';

const show = (source: string) => messageToHtml(source, { images: true });
const count = (html: string, part: string) => html.split(part).length - 1;

test('line breaks of every age become breaks, other control characters go', () => {
  expect(show('a\r\nb\rc\u001fd\ne')).toBe('a<br>b<br>c<br>d<br>e');
  expect(show('a\0b\x07c\td\u202ee\ud800')).toBe('abc\tde\ufffd');
});

test('a link with an empty address leads nowhere', () => {
  expect(show('[url=]t[/url]')).toBe('<a href="#" target="_blank" rel="noopener noreferrer nofollow">t</a>');
});

test('what goes past 20 000 characters is shown as typed', () => {
  const html = show(`${'x'.repeat(20_000)}[b]y[/b]z[i]:) http://a.eu\n`);
  expect(html).toContain('x[b]y[/b]z[i]:) http://a.eu<br>');
  expect(messageText(parseMessage(`${'x'.repeat(19_999)}😀`))).toContain('😀');
});

test('the eleventh tag inside others is shown as typed, with its end', () => {
  const html = show(`${'[b]'.repeat(11)}x${'[/b]'.repeat(11)}y`);
  expect(html).toBe(`${'<strong>'.repeat(10)}[b]x[/b]${'</strong>'.repeat(10)}y`);
});

test('items do not count as depth, but lists do', () => {
  const html = show('[list][*]'.repeat(11));
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
  expect(count(html, '<img')).toBe(20);
  expect(html).toContain('[img]<a href="https://a.eu/p.png"');
});

test('the 201st smiley is shown as typed', () => {
  const html = show(`${':) '.repeat(150)}[b]${':D '.repeat(60)}[/b]x`);
  expect(count(html, '<img')).toBe(200);
  expect(html).toContain(`${':D '.repeat(10)}</strong>x`);
});

/** Milliseconds of the best of three runs: what other programs take away is seldom taken three times. */
function shortest(run: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const began = performance.now();
    run();
    return performance.now() - began;
  });
  return Math.min(...times);
}

/** How long it takes is the bench's to say (bbcode-bench.ts): a busy machine must not fail a test. */
test.each(HOSTILE)('nothing of 100 kB of %j is lost, and it ends', (part) => {
  const source = part.repeat(Math.ceil(100_000 / part.length));
  expect(show(source).length).toBeGreaterThan(50_000);
});

test.each(HOSTILE)('without limits, the work for %j grows with the length alone', (part) => {
  const render = (length: number) => {
    const source = part.repeat(Math.ceil(length / part.length));
    return shortest(() => renderMessage(parseMessage(source, UNLIMITED), { images: true }));
  };
  // Sixteen times the letters are sixteen times the work, here at most 130 ms; a second pass for each tag makes 256 of it.
  // Between the two is room for the collector, a cold cache and a machine that gives this thread a third of a core.
  const short = render(20_000);
  expect(render(320_000)).toBeLessThan(Math.max(120 * short, 500));
});

test('the limits are those of the rules', () => {
  const rules = { characters: 20_000, tags: 200, depth: 10, quotes: 3, images: 20 };
  expect(MESSAGE_LIMITS).toEqual({ ...rules, smileys: 200 });
});
