import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makePack } from '#testing/make-lists.ts';
import { makeMember } from '#testing/tracks.ts';
import { acrossSites } from './for-site.ts';
import { migrateDown, migrateUp } from './migrate.ts';

const { db } = await testDb({ statementTimeoutMs: 0 });
const ctx = await testCtx({ db, site: 'tmnf' });
const all = acrossSites(db, 'rows as an older version wrote them');

test('packs that moderators had hidden before are hidden since then; of others it is not known', async () => {
  const { userId } = await makeMember(ctx);
  const pack = (isPublic: boolean) => makePack(ctx, { ownerId: userId, name: 'Cup', isPublic });
  const [byModerator, shownSince, byOwner, editedSince] = [
    await pack(false),
    await pack(true),
    await pack(false),
    await pack(false),
  ];
  for (let name = ''; name !== '0106-when-packs-were-hidden'; ) [name = ''] = await migrateDown(db);
  let id = 0;
  const act = (packId: number, after: Record<string, unknown>) => {
    id += 1;
    return sql`insert into moderation_act (site, act_id, act, subject_kind, subject_id, user_id, reason, after, acted_at)
      values ('tmnf', ${id}, 'pack.edit', 'pack', ${packId}, ${userId}, 'x', ${JSON.stringify(after)}::jsonb,
        timestamptz '2026-01-01Z' + ${id} * interval '1 day')`.execute(all);
  };
  await act(byModerator, { Visibility: 'Public' });
  await act(byModerator, { Visibility: 'Hidden' });
  await act(shownSince, { Visibility: 'Hidden' });
  await act(editedSince, { Visibility: 'Hidden' });
  await act(editedSince, { Name: 'Calm' });
  await migrateUp(db, ctx.sites);
  const { rows } = await sql<{ pack_id: number; hidden_at: Date | null }>`
    select pack_id, hidden_at from pack where site = 'tmnf' order by pack_id`.execute(all);
  expect(rows).toEqual([
    { pack_id: byModerator, hidden_at: new Date('2026-01-03Z') },
    { pack_id: shownSince, hidden_at: null },
    { pack_id: byOwner, hidden_at: null },
    { pack_id: editedSince, hidden_at: new Date('2026-01-05Z') },
  ]);
}, 120_000);
