import { expect, test } from 'vitest';
import { RetryingFetch } from './retrying-fetch.ts';

type Answer = { status: number; retryAfter?: string; detail?: string } | 'lost';

/** Returns the responses in order, and records the waiting times. */
function server(answers: Answer[]) {
  const waited: number[] = [];
  let now = Date.parse('2027-01-01T00:00:00Z');
  let requested = 0;
  const abort = new AbortController();
  const fetcher = new RetryingFetch(abort.signal, {
    fetch: async () => {
      const answer = answers[requested++] ?? { status: 200 };
      if (answer === 'lost') throw new TypeError('network');
      const body = answer.status === 200 ? 'bytes' : JSON.stringify({ detail: answer.detail });
      return new Response(body, {
        status: answer.status,
        headers: answer.retryAfter ? { 'retry-after': answer.retryAfter } : {},
      });
    },
    wait: async (ms, signal) => {
      signal.throwIfAborted();
      waited.push(ms);
      now += ms;
    },
    now: () => now,
    random: () => 1,
  });
  return {
    get: () => fetcher.get('/x', '*/*', (response) => response.text()),
    waited,
    abort,
    requested: () => requested,
  };
}

test.each<[Answer[], number[]]>([
  [[], []],
  [
    ['lost', { status: 503 }],
    [500, 1000],
  ],
  [[{ status: 429, retryAfter: '7' }], [7000]],
  [[{ status: 503, retryAfter: 'Fri, 01 Jan 2027 00:00:09 GMT' }], [9000]],
  [[{ status: 500, retryAfter: 'soon' }], [500]],
  [
    ['lost', 'lost', 'lost', 'lost'],
    [500, 1000, 2000, 4000],
  ],
])('after %j it waits %j and succeeds', async (answers, waits) => {
  const { get, waited } = server(answers);
  expect(await get()).toBe('bytes');
  expect(waited).toEqual(waits);
});

test.each<[Answer[], string, number]>([
  [[{ status: 404, detail: 'This track was not found.' }], 'This track was not found.', 1],
  [[{ status: 403 }], 'Something in front of this server refused the request.', 1],
  [['lost', 'lost', 'lost', 'lost', 'lost'], 'Couldn’t reach the server.', 5],
  [[{ status: 429, retryAfter: '121', detail: 'Too many.' }], 'Too many.', 1],
])('after %j it gives up: %s', async (answers, sentence, requests) => {
  const { get, requested } = server(answers);
  await expect(get()).rejects.toThrow(sentence);
  expect(requested()).toBe(requests);
});

test('when the server makes one request wait, the others wait too', async () => {
  const { get, waited } = server([{ status: 429, retryAfter: '5' }]);
  await get();
  const before = waited.length;
  await get();
  expect(waited.length, 'the time is over').toBe(before);
});

test('a cancelled request is not repeated', async () => {
  const { get, abort, requested } = server(['lost', 'lost']);
  abort.abort(new Error('cancelled'));
  await expect(get()).rejects.toThrow('cancelled');
  expect(requested()).toBe(0);
});
