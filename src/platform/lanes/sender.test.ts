import { expect, test } from 'vitest';
import { visitor } from '#platform/viewer.ts';
import { senderOf } from './sender.ts';

const { signal } = new AbortController();

test.each([
  ['a visitor by IPv4', '192.0.2.1', null, 'network 192.0.2.1'],
  ['a visitor by one IPv6 address', '2001:db8:1:2::3', null, 'network 2001:db8:1:2::/64'],
  ['the same by another of the same line', '2001:db8:1:2:9::4', null, 'network 2001:db8:1:2::/64'],
  ['a user, wherever they are', '192.0.2.1', 5, 'account 5'],
])('%s', (_, address, accountId, client) => {
  const viewer = { ...visitor, accountId };
  expect(senderOf({ client: { address, signal }, viewer })).toEqual({ client, signal });
});

test('a job is the background, for any user that it works for', () => {
  expect(senderOf({ client: null, viewer: { ...visitor, accountId: 5 } })).toEqual({ client: null });
});
