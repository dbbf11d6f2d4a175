import { expect, test } from 'vitest';
import { canonicalPath } from './page-head.ts';

test.each([
  ['/', '/'],
  ['/TrackShow/7/', '/trackshow/7'],
  ['/trackshow/7?packid=3&comment=9', '/trackshow/7'],
  ['/tracksearch?view=tiles&query=author:ann&count=80&order=6', '/tracksearch?query=author%3Aann'],
  ['/tracksearch?query=', '/tracksearch'],
  ['/forumsshow?threads.from=8&board=2', '/forumsshow?board=2'],
  ['/threadshow/4?p=1', '/threadshow/4'],
  ['/threadshow/4?p=3', '/threadshow/4?p=3'],
  ['/leaderboards?lbid=5&lbenv=7&from=9', '/leaderboards?lbenv=7&lbid=5'],
  ['/trackshow/7?key=secret', '/trackshow/7'],
])('the canonical address of %s is %s', (path, canonical) => {
  expect(canonicalPath(new URL(path, 'http://tmnf.localhost'))).toBe(canonical);
});
