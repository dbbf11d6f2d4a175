import { expect, test } from 'vitest';
import { pageAddress } from './page-address.ts';

test.each([
  ['/', '/'],
  ['/?utm_source=mail', '/'],
  ['/?', '/'],
  ['/trackshow/5?packid=3&a=1&key=x', '/trackshow/5?key=x&packid=3'],
  ['/trackshow/5?replays.from=7&replays.show=older', '/trackshow/5?replays.from=7&replays.show=older'],
  ['/usershow/5?show=packs&packs.dm=1&packs.what=1', '/usershow/5?packs.dm=1&show=packs'],
  ['/leaderboards/?a=1', '/leaderboards/'],
  ['/tracksearch?b=2&a=1', '/tracksearch?a=1&b=2'],
  ['/tracksearch?a=2&b=0&a=1', '/tracksearch?a=2&a=1&b=0'],
  ['/tracksearch?name=a%20b', '/tracksearch?name=a+b'],
  ['/constructor?a=1', '/constructor?a=1'],
])('%s is the page %s', (target, address) => {
  expect(pageAddress(target)).toBe(address);
});
