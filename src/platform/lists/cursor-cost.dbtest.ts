import { CompiledQuery } from 'kysely';
import { describe, expect, test } from 'vitest';
import { app } from '#app.ts';
import { Level } from '#lib/codes/level.ts';
import type { Ctx } from '#platform/context.ts';
import { visitor } from '#platform/viewer.ts';
import { neededFilters } from '#scripts/bench/list-requests.ts';
import { bigDb } from '#testing/big-db.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { isListEndpoint } from './endpoint.ts';
import type { List } from './list.ts';
import { readParams } from './params.ts';
import { sqlOf } from './run.ts';

/** About a thousand tracks, people, replays and comments: enough that the plan shows whether all of them were read. */
const { db } = await bigDb(6);
const world = await testCtx({ db, site: 'tmnf' });
const member = seenFrom(world, {
  viewer: { ...visitor, accountId: 1, userId: 1, name: 'tmnf driver 1', level: Level.standard },
});
const moderator = seenFrom(world, { viewer: { ...member.viewer, level: Level.moderator } });

const lists = Object.entries(app.routes).flatMap(([key, endpoint]) =>
  isListEndpoint(endpoint) ? [[key.slice('GET '.length), endpoint.list] as const] : [],
);
/** The order by creation of each list: in it, rows have to match the filters. */
const arrival: Readonly<Record<string, string>> = {
  tracks: 'uploaded',
  replays: 'driven',
  users: 'registered',
  trackpacks: 'created',
  videos: 'posted',
  comments: 'written',
  awards: 'written',
  news: 'posted',
  threads: 'created',
  posts: 'posted',
  onlinerecords: 'recordNumber',
  leaderboards: 'score',
};
/** the filters that orders need */
const needs: Readonly<Record<string, string>> = {
  packid: '6',
  inplaylater: '1',
  trackid: '1',
  inmoderators: '1',
  boardid: '2',
  name: 'speed',
};

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

/** The number of table rows that were read. */
function rowsRead(node: PlanNode): number {
  const rows = node['Relation Name'] ? node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) : 0;
  return (node.Plans ?? []).reduce((sum, below) => sum + rowsRead(below), rows * node['Actual Loops']);
}

async function readBy(ctx: Ctx, list: List, query: string): Promise<number> {
  const { text, values } = sqlOf(ctx, list, readParams(new URLSearchParams(query)));
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    CompiledQuery.raw(`explain (analyze, timing off, format json) ${text}`, values),
  );
  return rowsRead(rows[0]?.['QUERY PLAN'][0].Plan as PlanNode); // explain answers one row
}

/** A page of two, the related rows and the search for the cursor; a filter may match only one row in several. */
const fewRows = 100;

describe('a cursor that no row has costs no more than a search by its number', () => {
  test.each(lists)('%s', { timeout: 60_000 }, async (_, list) => {
    const needed = neededFilters(list)
      .map((need) => `&${need}=${needs[need]}`)
      .join('');
    const field = list.defaultFields[0];
    for (const ctx of [world, member, moderator])
      for (const [by, { codes }] of Object.entries(list.orders))
        for (const code of codes)
          for (const extra of by === arrival[list.name] ? [''] : ['', needed])
            for (const page of ['after', 'before', 'from']) {
              const query = `order1=${code}${extra}&fields=${field}&count=2&${page}=999999998`;
              const read = await readBy(ctx, list, query);
              expect([query, ctx.viewer.level, read, read <= fewRows]).toEqual([
                query,
                ctx.viewer.level,
                read,
                true,
              ]);
            }
  });
});
