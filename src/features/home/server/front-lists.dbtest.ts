import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { trackList } from '#features/tracks/list/server/list.ts';
import {
  newRecords,
  tracksFrontPage,
  tracksFrontPageCompetitive,
  tracksFrontPageTiles,
} from '#features/tracks/list/views.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { params } from '#platform/lists/params.ts';
import { sqlOf } from '#platform/lists/run.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { rowsRead } from '#testing/rows-read.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';

const { db } = await testDb();
const ctx = await testCtx({ db, site: 'tmnf' });
const authors = await Promise.all(Array.from({ length: 20 }, () => asMember(ctx)));
const tracks = 600;
for (let n = 0; n < tracks; n++) {
  const author = authors[n % authors.length];
  if (author) await makeTrack(author, { uploadedAt: daysBefore(ctx.clock.now(), n) });
}
// every track is worth nothing and has a record and an award, each at another time than the others
await sql`update track set record_replay_id = track_id, record_time_ms = 1, record_at = uploaded_at,
  awards = 1, last_awarded_at = uploaded_at where site = 'tmnf'`.execute(db);
await sql`vacuum analyze track`.execute(db);

test.each([
  ['newest', tracksFrontPageTiles],
  ['worth many points', tracksFrontPageCompetitive],
  ['latest awarded, one of each author', tracksFrontPage],
  ['new records', newRecords],
])(
  'without the index in memory, the front page’s list of tracks that are %s reads few of them',
  async (_, view) => {
    const { fields, size, scope = {}, order } = view as typeof tracksFrontPage; // those without one have the list's own order
    const request = params({
      ...scope,
      ...(typeof order === 'number' ? { order1: order } : {}),
      count: size,
      fields: 'TrackId',
    });
    expect(fields.length).toBeGreaterThan(0);
    const { rows, entries } = await rowsRead(db, sqlOf(ctx, trackList, request));
    expect(rows + entries).toBeLessThan(100);
  },
);
