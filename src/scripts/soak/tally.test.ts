import { expect, test } from 'vitest';
import { Tally, usualPatience } from './tally.ts';

const { answerMs, refusalMs } = usualPatience;

const fine = {
  kind: 'page',
  what: 'GET /',
  from: 0,
  to: 10,
  status: 200,
  hasRetryAfter: false,
  ok: true,
  detail: '',
};
const refused = { ...fine, status: 503, hasRetryAfter: true, ok: false };

/** An outage from 100,000 to 110,000 ms. */
function tallyOf(...seen: (typeof fine | (Omit<typeof fine, 'status'> & { status: null }))[]): Tally {
  const tally = new Tally();
  tally.outages.push({ what: 'a restart', from: 100_000, until: 110_000 });
  for (const one of seen) tally.record(one);
  return tally;
}

test.each([
  ['an answer', fine],
  ['an answer at the limit of patience', { ...fine, to: answerMs }],
  ['a refusal during an outage', { ...refused, from: 105_000, to: 105_000 + refusalMs }],
  ['a refusal of a request that began before the outage', { ...refused, from: 99_000, to: 100_000 }],
  ['a refusal just after the outage', { ...refused, from: 113_000, to: 113_010 }],
])('%s is no violation', (_, seen) => expect(tallyOf(seen).violations()).toEqual([]));

test.each([
  [
    'an answer after the limit',
    { ...fine, to: answerMs + 1 },
    /^1 × page: 200, such as GET \/ after 20001 ms/,
  ],
  ['a refusal before the outage', { ...refused, from: 90_000, to: 99_999 }, /^1 × page: 503, such/],
  ['a refusal long after the outage', { ...refused, from: 113_001, to: 113_010 }, /^1 × page: 503, such/],
  ['a late refusal', { ...refused, from: 105_000, to: 105_001 + refusalMs }, /503 during "a restart", such/],
  [
    'a refusal that does not say when to come back',
    { ...refused, hasRetryAfter: false, from: 105_000, to: 105_010 },
    /503 without Retry-After during/,
  ],
  ['an error of ours', { ...fine, ok: false, status: 500, from: 105_000, to: 105_010 }, /500 during/],
  ['no answer', { ...fine, ok: false, status: null, from: 105_000, to: 105_010 }, /no answer during/],
])('%s is a violation', (_, seen, text) =>
  expect(tallyOf(seen).violations()).toEqual([expect.stringMatching(text)]),
);

test('violations of one kind are counted together, with the slowest shown', () => {
  const wrong = { ...fine, ok: false, status: 500 };
  const tally = tallyOf(wrong, { ...wrong, what: 'GET /slow', to: 50 }, fine);
  expect(tally.violations()).toEqual(['2 × page: 500, such as GET /slow after 50 ms: ']);
  expect(tally.requests).toBe(3);
  expect(tally.counts.get('page')?.requests).toBe(3);
});
