import { forSite } from '#db/for-site.ts';
import { deleteImportedReplay, importReplay, replayByFile } from '#features/replays/upload/server/import.ts';
import { inRetriedTransaction } from '#platform/ctx.ts';
import { routes } from '#routes/routes.ts';
import { replayFields, SourceReplay, type SourceTrack } from '../source-rows.ts';
import { gbxFile } from './copied-files.ts';
import { actingAs, isOurs, noteRefusal, type Run, refuse, reportMissing } from './run.ts';
import type { SourceList } from './source.ts';
import { note, type Seen, seenOf, touch } from './state.ts';
import { ensureUsers, hashOf } from './users.ts';

export const replayList: SourceList<typeof SourceReplay> = {
  path: routes.apiReplays(),
  row: SourceReplay,
  id: 'ReplayId',
  fields: replayFields,
};

/** Copies the replays of a track in the order in which they were driven. Returns false if some must be asked for again. */
export async function copyReplays(
  run: Run,
  { TrackId, WRReplay }: SourceTrack,
  trackId: number,
): Promise<boolean> {
  const rows: SourceReplay[] = [];
  const invalid: number[] = [];
  if (WRReplay)
    for await (const page of run.source.pages(replayList, { trackid: TrackId, count: 1000 })) {
      rows.push(...page.rows);
      for (const { id, reason } of page.invalid)
        if (id !== null) {
          invalid.push(id);
          await refuse(run, 'replay', id, reason);
        }
    }
  // a list that is empty although there is a record is wrong, and nothing follows from it
  if (WRReplay && rows.length === 0) return false;
  let isComplete = invalid.length === 0;
  const ids = rows.map(({ ReplayId }) => ReplayId);
  const seen = await seenOf(run.ctx, run.pass, 'replay', ids);
  // the rest of a row, such as its position, follows from the other rows
  const known = (row: SourceReplay) => (seen.get(row.ReplayId)?.rowHash ?? '') !== '';
  await touch(
    run.ctx,
    run.pass,
    'replay',
    rows.filter(known).map(({ ReplayId }) => ReplayId),
  );
  const fresh = rows
    .filter((row) => !known(row) && seen.get(row.ReplayId)?.state !== 'erased')
    .sort((a, b) => a.ReplayAt.getTime() - b.ReplayAt.getTime() || a.ReplayId - b.ReplayId);
  const people = await ensureUsers(
    run,
    fresh.map(({ User }) => User),
  );
  for (const row of fresh) {
    const userId = people.get(row.User.UserId);
    const before = seen.get(row.ReplayId) ?? null;
    const place = { trackId, sourceTrackId: TrackId, before };
    const isDone = userId === undefined || (await copyReplay(run, row, { ...place, userId }));
    isComplete &&= isDone;
  }
  await deleteMissing(run, trackId, new Set([...ids, ...invalid]));
  return isComplete;
}

interface Place {
  readonly trackId: number;
  readonly sourceTrackId: number;
  readonly userId: number;
  readonly before: Seen | null;
}

async function copyReplay(
  run: Run,
  row: SourceReplay,
  { trackId, sourceTrackId, userId, before }: Place,
): Promise<boolean> {
  const { ctx, pass, files, counts } = run;
  const path = routes.recordGbx(row.ReplayId);
  const rowHash = hashOf([row.ReplayId, row.User.UserId, row.ReplayAt]);
  const file = await files.get(path, gbxFile, row.ReplayAt.toISOString(), row.FileHash ?? null);
  if (file.bytes === null) {
    const isFinal = file.again === 'never';
    reportMissing(run, file, { kind: 'replay', sourceId: row.ReplayId }, ['track', sourceTrackId]);
    await noteRefusal(run, 'replay', row.ReplayId, file.reason, isFinal ? rowHash : '');
    return isFinal;
  }
  const same = await replayByFile(ctx, trackId, file.sha256);
  if (same !== null || isOurs(run, row)) {
    counts.replay.unchanged += 1;
    // a copy stays one, and one that was gone is back with its user
    const isCopy = before?.state === 'copied' || before?.state === 'gone';
    const state = same !== null && isCopy && before.localId === same ? 'copied' : 'here';
    await note(ctx, pass, 'replay', row.ReplayId, { localId: same, state, rowHash });
    return true;
  }
  const driver = await actingAs(run, userId);
  const copied = { id: row.ReplayId, trackId, at: row.ReplayAt };
  const outcome = await files.asReceived(`${row.ReplayId}.Replay.Gbx`, file.bytes, (received) =>
    importReplay(driver, received, copied, run.reactions.onReplayChange, async (tx, replayId) => {
      await note(tx, pass, 'replay', row.ReplayId, { localId: replayId, state: 'copied', rowHash, row });
      await files.release(tx, path);
    }),
  );
  if ('reason' in outcome) await refuse(run, 'replay', row.ReplayId, outcome.reason, rowHash);
  else counts.replay.copied += 1;
  return true;
}

/** Replays that were copied to this track and that the source no longer lists. */
async function deleteMissing(run: Run, trackId: number, listed: ReadonlySet<number>): Promise<void> {
  const copies = await forSite(run.ctx, 'mirrored')
    .innerJoin('replay', (join) =>
      join.onRef('replay.site', '=', 'mirrored.site').onRef('replay.replay_id', '=', 'mirrored.local_id'),
    )
    .where('mirrored.mirror_id', '=', run.pass.mirrorId)
    .where('mirrored.kind', '=', 'replay')
    .where('mirrored.state', '=', 'copied')
    .where('replay.site', '=', run.ctx.site.code)
    .where('replay.track_id', '=', trackId)
    .select(['mirrored.source_id', 'replay.replay_id'])
    .execute();
  for (const { source_id, replay_id } of copies.filter((copy) => !listed.has(copy.source_id))) {
    await inRetriedTransaction(run.ctx, async (tx) => {
      await deleteImportedReplay(tx, replay_id, run.reactions.onReplayChange);
      await note(tx, run.pass, 'replay', source_id, { localId: replay_id, state: 'gone' });
    });
    run.counts.replay.deleted += 1;
  }
}
