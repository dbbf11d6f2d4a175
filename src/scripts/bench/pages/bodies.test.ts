import { expect, test } from 'vitest';
import { mistakeIn } from './check.ts';
import { firstDifference, withoutNamed } from './compare-bodies.ts';

const answer = (status: number, body: string) => ({
  status,
  head: `http/1.1 ${status} ok`,
  body: Buffer.from(body),
  ms: 1,
});
const page = (canonical: string) =>
  `<html><head><link rel="canonical" href="http://tmnf.localhost${canonical}"></head></html>\n`;

test.each([
  ['/trackshow/5', answer(200, page('/trackshow/5')), null],
  ['/trackshow/5?p=2', answer(200, page('/trackshow/5?p=2')), null],
  ['/trackshow/5', answer(200, page('/trackshow/6')), '/trackshow/5 shows the page /trackshow/6'],
  ['/trackshow/5', answer(200, '<html><head>'), '/trackshow/5 is not a complete page'],
  ['/trackshow/5', answer(500, page('/trackshow/5')), '/trackshow/5 answered 500'],
  ['/api/tracks', answer(200, '{"More":false,"Results":[]}'), null],
  ['/api/tracks', answer(200, '{}'), '/api/tracks is not a list: {}'],
])('the response to %s is judged', (path, given, mistake) => {
  expect(mistakeIn(path, given, true)).toBe(mistake);
});

test('bodies of two builds are equal but for names of files and ids', () => {
  const of = (hash: string, id: string) =>
    `<link href="/_astro/base.${hash}.css"><astro-island uid="${id}" prefix="r${id}">5 minutes ago</astro-island>`;
  const other = of('QQQQQQQQ', 'b').replace('5 minutes', 'a minute');
  expect(firstDifference(withoutNamed(of('AAAAAAAA', 'a')), withoutNamed(other))).toBeNull();
  const at = (ms: number) => withoutNamed(`now is ${new Date(Date.now() - ms).toISOString()}`);
  expect(firstDifference(at(0), at(50))).toBeNull();
  expect(firstDifference(at(86_400_000), at(2 * 86_400_000))).not.toBeNull();
  expect(firstDifference('<p>one</p>', '<p>two</p>')).toBe('"<p>one</p>" or "<p>two</p>"');
});
