import { expect, test } from 'vitest';
import { makeHostTable } from './hosts.ts';

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
  ['tmo.localhost:99999', undefined],
  ['tmo.localhost, tmnf.localhost', undefined],
  ['localhost:4321', undefined],
  ['evil-tmnf.localhost', undefined],
  ['[::1]:4321', undefined],
  ['', undefined],
  [undefined, undefined],
])('host %s belongs to %s', (header, expected) => {
  expect(find(header)).toBe(expected);
  expect(find(header), 'the second time').toBe(expected);
});
