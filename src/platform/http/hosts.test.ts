import { expect, test } from 'vitest';
import { makeHostTable, portOf } from './hosts.ts';

const find = makeHostTable([
  [['tmnf.localhost', 'tmnf.exchange'], 'tmnf'],
  [['tmo.localhost'], 'tmo'],
]);

test.each([
  ['tmnf.localhost', 'tmnf'],
  ['tmnf.localhost:4321', 'tmnf'],
  ['TMNF.Exchange', 'tmnf'],
  ['tmnf.exchange.:80', 'tmnf'],
  ['tmo.localhost:', 'tmo'],
  ['localhost:4321', undefined],
  ['evil-tmnf.localhost', undefined],
  ['[::1]:4321', undefined],
  ['', undefined],
  [undefined, undefined],
])('host %s belongs to %s', (header, expected) => {
  expect(find(header)).toBe(expected);
});

test('a port is kept as typed, and the end of an IPv6 address is none', () => {
  expect([portOf('a:4321'), portOf('a'), portOf('[::1]:80')]).toEqual([':4321', '', ':80']);
});
