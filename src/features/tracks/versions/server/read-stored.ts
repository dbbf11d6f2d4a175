import { z } from 'zod';
import { acrossSites, forSite } from '#db/for-site.ts';
import { notify } from '#features/notices/server/actions.ts';
import type { MedalSource } from '#lib/codes/track.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { TxCtx } from '#platform/context.ts';
import { inTransaction, makeCtx } from '#platform/ctx.ts';
import { defineJob, type Job, type JobCtx } from '#platform/jobs/registry.ts';
import { visitor } from '#platform/viewer.ts';
import { routes } from '#routes/routes.ts';
import { listedAsOdd, odditiesText } from '../../file/oddities.ts';
import { type FileFacts, fileFacts, targetsOf } from '../../file/server/file-facts.ts';
import { lockTrack } from '../../server/counters.ts';
import { authorIds } from '../../server/recount-people.ts';
import { nextReplayType } from './replace.ts';

/** Files of one run: a few seconds of one reading thread, so that uploads always have another. */
const filesAtOnce = 200;

interface ReadVersion {
  readonly trackId: number;
  readonly version: number;
  readonly targets: MedalSource;
}

/** Run by other features when a stored file was read, in the same transaction; the track is locked. */
export type OnVersionRead = (tx: TxCtx, read: ReadVersion) => Promise<void>;

interface Unread {
  readonly site: string;
  readonly track_id: number;
  readonly version: number;
  readonly sha256: string;
}

/**
 * Every minute, reads stored files, the newest first, that were not read for the targets of their medals and for what no editor of
 * the games makes: those uploaded before these were stored. Tracks are listed by the rules for new ones.
 */
export const readStoredVersions = (onRead: readonly OnVersionRead[]): Job =>
  defineJob({
    name: 'read-stored-versions',
    input: z.object({}),
    cron: '* * * * *',
    run: async (services) => {
      const unread = await acrossSites(services.db, 'files of every edition are read')
        .selectFrom('track_version')
        .where('oddities', 'is', null)
        .orderBy('uploaded_at', 'desc')
        .limit(filesAtOnce)
        .select(['site', 'track_id', 'version', 'sha256'])
        .execute();
      for (const stored of unread) {
        const site = services.sites.find(({ code }) => code === stored.site);
        if (!site) continue; // an edition that was removed
        const file = await factsOf(services, stored.sha256);
        if (file === 'later') continue;
        await inTransaction(makeCtx(services, site, visitor, services.requestId), (tx) =>
          note(tx, stored, file, onRead),
        );
      }
    },
  });

/** Null for a file that is missing or would be refused today. */
async function factsOf(services: JobCtx, sha256: string): Promise<FileFacts | null | 'later'> {
  const blob = await services.files.open(sha256);
  if (!blob) return null;
  const read = await services.gbx.challenge(Buffer.concat(await blob.stream().toArray()));
  if (read.ok) return fileFacts(read);
  return read.refusal.code === 'too-slow' ? 'later' : null; // it was read when it was uploaded
}

async function note(
  tx: TxCtx,
  { track_id: trackId, version }: Unread,
  file: FileFacts | null,
  onRead: readonly OnVersionRead[],
): Promise<void> {
  await lockTrack(tx, trackId);
  const targets = file && targetsOf(file);
  await tx.db
    .updateTable('track_version')
    .set({
      oddities: JSON.stringify(file?.oddities ?? []),
      ...(targets && { targets: JSON.stringify(targets) }),
    })
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .where('version', '=', version)
    .execute();
  if (!file || !targets) return;
  await listAnew(tx, { trackId, version }, file);
  for (const react of onRead) await react(tx, { trackId, version, targets });
}

/** Lists a track by what its current file contains, and notifies its authors; a type set by the crew stays. */
async function listAnew(
  tx: TxCtx,
  { trackId, version }: Pick<ReadVersion, 'trackId' | 'version'>,
  { unlimiterVersion, oddities = [] }: FileFacts,
): Promise<void> {
  const track = await forSite(tx, 'track')
    .where('track_id', '=', trackId)
    .where('current_version', '=', version)
    .select(['name', 'is_beta', 'replay_type', 'unlimiter_version', 'tags', 'deleted_at'])
    .executeTakeFirst();
  if (!track || track.unlimiter_version === unlimiterVersion) return;
  const replayType = nextReplayType(tx.site, track, unlimiterVersion);
  await tx.db
    .updateTable('track')
    .set({ unlimiter_version: unlimiterVersion, replay_type: replayType })
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .execute();
  if (track.deleted_at !== null || oddities.length === 0 || replayType === track.replay_type) return;
  await notify(tx, {
    to: await authorIds(tx, trackId),
    kind: 'track.changed',
    text: `“${stripGameText(track.name)}” ${listedAsOdd} ${odditiesText(oddities)}`,
    link: routes.trackShow(trackId),
  });
}
