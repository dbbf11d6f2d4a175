import { expect, test } from 'vitest';
import { taggedJson, taggedReply } from './tagged.ts';

const requested = (tag?: string) => ({ headers: tag === undefined ? {} : { 'if-none-match': tag } });
const long = JSON.stringify('x'.repeat(2000));
const first = taggedJson(requested(), long, 'private, no-cache');
const tag = String(first.headers?.etag);

test('JSON is sent with a weak tag of its bytes', () => {
  expect(first).toMatchObject({ status: 200, body: long });
  expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
  expect(taggedJson(requested(), '{}', 'no-cache').headers?.etag).not.toBe(tag);
});

test.each([[tag], [tag.slice(2)], [`"other", ${tag}`], ['*']])(
  'with %s known, the text is not sent again',
  (known) => {
    expect(taggedJson(requested(known), long, 'private, no-cache')).toEqual({
      status: 304,
      headers: { etag: tag, 'cache-control': 'private, no-cache', vary: 'accept-encoding' },
    });
  },
);

test.each([['"other"'], [tag.slice(3, -1)], ['']])('with %j known, the text is sent in full', (known) => {
  expect(taggedJson(requested(known), long, 'private, no-cache')).toEqual(first);
});

test('a response that is never compressed does not vary', () => {
  expect(taggedJson(requested('*'), '{}', 'no-cache').headers).not.toHaveProperty('vary');
});

const changed = new Date('2026-03-01T12:00:00.500Z');
const dated = (headers: Record<string, string>) =>
  taggedReply({ headers }, { body: 'text', type: 'text/plain', caching: 'no-cache', modifiedAt: changed });

test.each([
  ['Sun, 01 Mar 2026 11:59:59 GMT', 200],
  ['Sun, 01 Mar 2026 12:00:00 GMT', 304],
  ['Sun, 01 Mar 2026 12:00:01 GMT', 304],
  ['yesterday', 200],
])('a client that has it since %s gets %i', (since, status) => {
  const reply = dated({ 'if-modified-since': since });
  expect(reply.status).toBe(status);
  expect(reply.headers?.['last-modified']).toBe('Sun, 01 Mar 2026 12:00:00 GMT');
});

test('a tag takes precedence over a date', () => {
  const headers = { 'if-modified-since': 'Sun, 01 Mar 2026 12:00:01 GMT', 'if-none-match': '"other"' };
  expect(dated(headers).status).toBe(200);
});
