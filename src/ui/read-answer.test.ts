import { expect, test } from 'vitest';
import { readAnswer } from './read-answer.ts';

const nginx = '<html><head><title>413 Request Entity Too Large</title></head></html>';

test.each([
  [413, nginx, 413, 'The file is too large for this server.'],
  [502, nginx, 502, 'The server is not available at the moment. Try again in a minute.'],
  [503, '', 503, 'The server is not available at the moment. Try again in a minute.'],
  [
    504,
    nginx,
    504,
    'The server took too long to answer. Reload the page first: it may have been done all the same.',
  ],
  [200, '{"Results":[', 500, 'The answer was not complete. Try again.'],
  [
    502,
    '{"message":"bad gateway"}',
    502,
    'The server is not available at the moment. Try again in a minute.',
  ],
  [500, 'null', 500, 'The server gave an answer that cannot be read (status 500).'],
])('an answer %d of a proxy (%s) has a sentence', (status, text, shown, detail) => {
  expect(readAnswer(status, text)).toMatchObject({ ok: false, problem: { status: shown, detail } });
});

test('an answer of ours is read, and its field is named as on the page', () => {
  expect(readAnswer(200, '{"Id":7}')).toEqual({ ok: true, value: { Id: 7 } });
  const problem = { status: 422, title: 'Refused', detail: 'ReleaseDate: is past.', field: 'ReleaseDate' };
  expect(readAnswer(422, JSON.stringify({ ...problem, Results: [1] }))).toEqual({
    ok: false,
    problem: { ...problem, detail: 'Release date: is past.', Results: [1] },
  });
});
