import { sql } from 'kysely';
import { z } from 'zod';
import { acrossSites } from '#db/for-site.ts';
import { openCase } from '#features/cases/server/actions.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inTransaction, makeCtx } from '#platform/ctx.ts';
import { defineJob, type JobCtx } from '#platform/jobs/registry.ts';
import { visitor } from '#platform/viewer.ts';

/** Only new files open a case, because nobody complained about the older ones. */
const newDays = 7;

const scores = { uid: 60, blocks: 70 } as const;
type CopyKind = keyof typeof scores;

const copyScore = (kind: CopyKind): number => scores[kind];

interface Original {
  readonly name: string;
  readonly uploader: string;
  /** the label of its edition */
  readonly edition: string;
  readonly trackId: number;
}

/** What moderators read about a file that may be a copy. */
function copyText(kind: CopyKind, { name, uploader, edition, trackId }: Original): string {
  const what = kind === 'uid' ? 'The file has the same UId as' : 'The file has the same blocks as';
  return `${what} “${name}” of ${uploader}, track ${trackId} on ${edition}, which is older.`;
}

/** Files of one run: enough for a busy edition, few enough that uploads always have a reading thread. */
const filesAtOnce = 50;

interface Unread {
  readonly site: string;
  readonly track_id: number;
  readonly version: number;
  readonly sha256: string;
  readonly uid: string;
}

/**
 * Every minute, reads which blocks new files have, and shows moderators the files with the blocks or the UId of an older track of
 * another user, on any edition. Nothing else happens to them.
 */
export const findCopies = defineJob({
  name: 'find-copies',
  input: z.object({}),
  cron: '* * * * *',
  run: async (services) => {
    const unread = await acrossSites(services.db, 'files of every site are read')
      .selectFrom('track_version')
      .where('blocks_hash', 'is', null)
      .orderBy('uploaded_at', 'desc')
      .limit(filesAtOnce)
      .select(['site', 'track_id', 'version', 'sha256', 'uid'])
      .execute();
    for (const file of unread) {
      const site = services.sites.find(({ code }) => code === file.site);
      if (!site) continue; // an edition that was removed
      const hash = await hashOf(services, file.sha256);
      if (hash === 'later') continue;
      await inTransaction(makeCtx(services, site, visitor, services.requestId), (tx) => note(tx, file, hash));
    }
  },
});

/** '' for a file that is missing, cannot be read or has too few blocks; 'later' for one that there was no time for. */
async function hashOf(services: JobCtx, sha256: string): Promise<string> {
  const blob = await services.files.open(sha256);
  if (!blob) return '';
  const read = await services.gbx.challenge(Buffer.concat(await blob.stream().toArray()));
  if (read.ok) return read.blocksHash ?? '';
  return read.refusal.code === 'too-slow' ? 'later' : ''; // it was read when it was uploaded
}

async function note(tx: TxCtx, file: Unread, hash: string): Promise<void> {
  await tx.db
    .updateTable('track_version')
    .set({ blocks_hash: hash })
    .where('site', '=', tx.site.code)
    .where('track_id', '=', file.track_id)
    .where('version', '=', file.version)
    .execute();
  for (const pair of await copiesOf(tx, file, hash)) {
    const site = tx.sites.find(({ code }) => code === pair.site);
    if (!site) continue;
    const original = {
      name: stripGameText(pair.name) || `Track ${pair.originalId}`,
      uploader: pair.uploader,
      edition: tx.sites.find(({ code }) => code === pair.originalSite)?.label ?? pair.originalSite,
      trackId: pair.originalId,
    };
    await openCase(
      { ...tx, site },
      {
        subject: { kind: 'track', id: pair.trackId },
        source: 'hint',
        hint: pair.kind,
        score: copyScore(pair.kind),
        text: copyText(pair.kind, original),
        personId: pair.uploaderId,
      },
    );
  }
}

interface Pair {
  readonly kind: CopyKind;
  /** the newer one */
  readonly site: string;
  readonly trackId: number;
  readonly uploaderId: number;
  readonly originalSite: string;
  readonly originalId: number;
  readonly name: string;
  readonly uploader: string;
}

/**
 * The file paired with others of other users: the newer one is the copy, if it was uploaded recently. Tracks with a common author
 * are not copies of each other. Files with the same UId are searched on other editions only, because it is unique on its own.
 */
async function copiesOf(ctx: Ctx, file: Unread, hash: string): Promise<readonly Pair[]> {
  const same = (kind: CopyKind) =>
    kind === 'uid'
      ? sql`o.uid = ${file.uid} and o.site <> v.site`
      : sql`o.blocks_hash = ${hash} and o.blocks_hash <> ''`;
  const pairs = (kind: CopyKind) => sql`
    select ${sql.lit(kind)} as kind, n.* from track_version v
    join track_version o on ${same(kind)} and (o.site, o.track_id) <> (v.site, v.track_id)
    cross join lateral (
      select c.site, c.track_id as "trackId", ct.uploader_id as "uploaderId", a.site as "originalSite",
        a.track_id as "originalId", at.name, ap.name as uploader
      from (select (case when v.uploaded_at > o.uploaded_at then v else o end).*) c
      cross join (select (case when v.uploaded_at > o.uploaded_at then o else v end).*) a
      join track ct on ct.site = c.site and ct.track_id = c.track_id and ct.deleted_at is null
      join track at on at.site = a.site and at.track_id = a.track_id and at.deleted_at is null
      join profile ap on ap.site = at.site and ap.user_id = at.uploader_id
      where c.uploaded_at > ${daysBefore(ctx.clock.now(), newDays)} and not exists (
        select from track_author x join profile xp on xp.site = x.site and xp.user_id = x.user_id
        join track_author y on y.site = a.site and y.track_id = a.track_id and not y.is_pending
        join profile yp on yp.site = y.site and yp.user_id = y.user_id
        where x.site = c.site and x.track_id = c.track_id and not x.is_pending and xp.account_id = yp.account_id)
    ) n
    where v.site = ${file.site} and v.track_id = ${file.track_id} and v.version = ${file.version}`;
  const { rows } = await sql<Pair>`
    select distinct on (kind, site, "trackId") * from (${pairs('uid')} union all ${pairs('blocks')}) p
    order by kind, site, "trackId", "originalSite", "originalId" limit 20`.execute(
    acrossSites(ctx.db, 'copies are found on every site'),
  );
  return rows;
}
