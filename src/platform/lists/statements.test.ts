import { expect, test } from 'vitest';
import { Slot } from './slots.ts';
import { ofSite } from './statements.ts';

const site = new Slot('site');
const viewer = new Slot('viewer');

test.each([
  {
    sql: 'select $1, $2 where site = $3 and x = $4',
    parameters: [viewer, site, site, 7],
    settled: "select $1, 'tmnf' where site = 'tmnf' and x = $2",
    left: [viewer, 7],
  },
  { sql: 'select 1', parameters: [], settled: 'select 1', left: [] },
  {
    sql: `select ${Array.from({ length: 12 }, (_, at) => `$${at + 1}`).join(' ')}`,
    parameters: [site, ...Array.from({ length: 10 }, () => viewer), site],
    settled: "select 'tmnf' $1 $2 $3 $4 $5 $6 $7 $8 $9 $10 'tmnf'",
    left: Array.from({ length: 10 }, () => viewer),
  },
])(
  'the site is written out and the other values keep their order: $sql',
  ({ sql, parameters, settled, left }) => {
    expect(ofSite({ sql, parameters }, 'tmnf')).toEqual({ sql: settled, parameters: left });
  },
);

test('a site with a quote in its code stays text', () => {
  expect(ofSite({ sql: 'select $1', parameters: [site] }, "o'x").sql).toBe("select 'o''x'");
});
