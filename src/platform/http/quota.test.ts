import { expect, test } from 'vitest';
import type { Problem } from './problem.ts';
import { quotaHeaders, ReadQuotas, readBounds } from './quota.ts';

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000);

test('a network gets its limit in each minute, whatever address of it sends, and is told when to try again', () => {
  const reads = new ReadQuotas();
  const { points, seconds } = readBounds;
  const take = (address: string, now: number) => reads.take(address, at(now));
  for (let sent = 1; sent < points; sent += 1) take(`2001:db8::${(sent % 9) + 1}`, 0);
  expect(take('2001:db8::1', 10)).toMatchObject({ left: 0, resetSeconds: seconds - 10 });
  const refused = () => take('2001:db8::ffff', 20);
  expect(refused).toThrow(/Wait 40 seconds/);
  try {
    refused();
  } catch (error) {
    // what was thrown just above
    expect((error as Problem).extra).toEqual({
      retryAfterSeconds: 40,
      headers: { 'ratelimit-policy': '"reads";q=6000;w=60', ratelimit: '"reads";r=0;t=40' },
    });
  }
  expect(take('2001:db8:0:1::1', 20)).toMatchObject({ left: points - 1 });
  expect(take('2001:db8::1', seconds)).toMatchObject({ left: points - 1, resetSeconds: seconds });
  // the clock was set back
  expect(take('2001:db8::1', -3600)).toMatchObject({ left: points - 1, resetSeconds: seconds });
});

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('%s, the machine itself, has no limit', (address) => {
  expect(new ReadQuotas().take(address, at(0))).toBeNull();
});

test('several limits are one list in each header', () => {
  const account = { name: 'account', points: 300, seconds: 300, left: 7, resetSeconds: 20 };
  expect(quotaHeaders([account, { ...account, name: 'address' }])).toEqual({
    'ratelimit-policy': '"account";q=300;w=300, "address";q=300;w=300',
    ratelimit: '"account";r=7;t=20, "address";r=7;t=20',
  });
  expect(quotaHeaders([])).toEqual({});
});
