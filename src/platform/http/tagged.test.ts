import { expect, test } from 'vitest';
import { taggedJson } from './tagged.ts';

const asked = (tag?: string) => ({ headers: tag === undefined ? {} : { 'if-none-match': tag } });
const long = JSON.stringify('x'.repeat(2000));
const first = taggedJson(asked(), long, 'private, no-cache');
const tag = String(first.headers?.etag);

test('JSON is sent with a weak tag of its bytes', () => {
  expect(first).toMatchObject({ status: 200, body: long });
  expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
  expect(taggedJson(asked(), '{}', 'no-cache').headers?.etag).not.toBe(tag);
});

test.each([[tag], [tag.slice(2)], [`"other", ${tag}`], ['*']])('%s: not sent again', (known) => {
  expect(taggedJson(asked(known), long, 'private, no-cache')).toEqual({
    status: 304,
    headers: { etag: tag, 'cache-control': 'private, no-cache', vary: 'accept-encoding' },
  });
});

test.each([['"other"'], [tag.slice(3, -1)], ['']])('%j: sent in full', (known) => {
  expect(taggedJson(asked(known), long, 'private, no-cache')).toEqual(first);
});

test('an answer that is never compressed does not vary', () => {
  expect(taggedJson(asked('*'), '{}', 'no-cache').headers).not.toHaveProperty('vary');
});
