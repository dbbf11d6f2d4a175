import { forSite } from '#db/for-site.ts';
import { recordModeration } from '#features/modlog/server/actions.ts';
import { notify } from '#features/notices/server/actions.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import { formatTime } from '#lib/format/time.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { assertAllowed, notFound, Problem } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';
import type { OnlineEnding } from '../../forms.ts';
import { mayEndOnlineRecord, mayRemoveOnlineRecord } from '../../server/policy.ts';
import { lockBoards, rankBoards } from './boards.ts';

/** An online record with the track whose file it was driven on; a removed one too. */
async function storedRecord(ctx: Ctx, recordId: number | null) {
  const record = await forSite(ctx, 'online_record')
    .where('online_record_id', '=', recordId ?? 0)
    .select(['online_record_id', 'uid', 'mode', 'login', 'time_ms', 'server', 'removed_at', 'removal_reason'])
    .select(['sent_by', 'is_trusted', 'waits_for'])
    .executeTakeFirst();
  if (!record) throw notFound('This record');
  const track = await forSite(ctx, 'track_version')
    .where('uid', '=', record.uid)
    .innerJoin('track as t', (join) =>
      join.onRef('t.site', '=', 'track_version.site').onRef('t.track_id', '=', 'track_version.track_id'),
    )
    .where('t.site', '=', ctx.site.code)
    // a deleted track may have been uploaded again
    .orderBy('t.deleted_at', (by) => by.desc().nullsFirst())
    .limit(1)
    .select(['t.track_id', 't.name'])
    .executeTakeFirst();
  return { record, track: track ?? null };
}

type StoredRecord = Awaited<ReturnType<typeof storedRecord>>;

/** The same for a write, locked together with the boards. */
export async function lockedRecord(tx: TxCtx, recordId: number): Promise<StoredRecord> {
  await lockBoards(tx);
  await tx.db
    .selectFrom('online_record')
    .where('site', '=', tx.site.code)
    .where('online_record_id', '=', recordId)
    .select('online_record_id')
    .forUpdate()
    .execute();
  return storedRecord(tx, recordId);
}

/** What the page shows that removes or restores an online record. Moderators only. */
export async function onlineRecordPage(ctx: Ctx, idInPath: string | undefined) {
  assertAllowed(mayEndOnlineRecord(ctx.viewer));
  const { record, track } = await storedRecord(ctx, rowIdIn(idInPath));
  return {
    recordId: record.online_record_id,
    login: record.login,
    time: formatTime(record.time_ms),
    server: stripGameText(record.server),
    isRemoved: record.removed_at !== null,
    removalReason: record.removal_reason,
    waitsFor: record.waits_for,
    sender: await senderOf(ctx, record.sent_by),
    track: track && { trackId: track.track_id, name: stripGameText(track.name) || `Track ${track.track_id}` },
    right: mayRemoveOnlineRecord(
      ctx.viewer,
      { isRemoved: record.removed_at !== null },
      record.removed_at === null,
    ),
  };
}

/** Who sent a record; null: nobody who still has an account. */
const senderOf = async (ctx: Ctx, userId: number | null) =>
  (await forSite(ctx, 'profile')
    .where('user_id', '=', userId ?? 0)
    .select(['user_id as userId', 'name'])
    .executeTakeFirst()) ?? null;

/** Removes or restores a record. While it is removed, its server cannot send a record of this login on the board again. */
export async function endOnlineRecord(
  tx: TxCtx,
  { record, track }: StoredRecord,
  { IsRemoved, Reason }: OnlineEnding,
): Promise<{ RecordId: number; Link: string }> {
  const { online_record_id: recordId } = record;
  const act = IsRemoved ? 'record.remove' : 'record.restore';
  const driver = await forSite(tx, 'game_login')
    .where('login_key', '=', record.login.toLowerCase())
    .select('user_id')
    .executeTakeFirst();
  await recordModeration(tx, {
    act,
    subject: { kind: 'record', id: recordId },
    reason: Reason,
    before: { Login: record.login, Time: formatTime(record.time_ms), Removed: !IsRemoved },
    after: { Login: record.login, Time: formatTime(record.time_ms), Removed: IsRemoved },
    personId: driver?.user_id,
  });
  const reason = Reason.replace(/\s+/g, ' ').trim();
  await tx.db
    .updateTable('online_record')
    .set(
      IsRemoved
        ? { removed_at: tx.clock.now(), removed_by: tx.viewer.userId, removal_reason: reason }
        : { removed_at: null, removed_by: null, removal_reason: null, removal_batch: null },
    )
    .where('site', '=', tx.site.code)
    .where('online_record_id', '=', recordId)
    .execute();
  await rankBoards(tx, [record.uid]);
  const link = track ? routes.trackShow(track.track_id) : routes.modlog();
  if (driver && track)
    await notify(tx, {
      to: [driver.user_id],
      kind: IsRemoved ? 'onlinerecord.removed' : 'onlinerecord.restored',
      text: `A moderator ${IsRemoved ? 'removed' : 'restored'} your online record on “${stripGameText(track.name)}”: ${reason}`,
      link,
    });
  return { RecordId: recordId, Link: link };
}

/**
 * Approves a record that waits, so that it is shown like those of an approved server. `approve` false: it waits again, which undoes
 * that.
 */
export async function approveOnlineRecord(
  tx: TxCtx,
  { record, track }: StoredRecord,
  reason: string,
  approve: boolean,
): Promise<{ RecordId: number; Link: string }> {
  const { online_record_id: recordId } = record;
  if (approve === (record.waits_for === null))
    throw new Problem(409, approve ? 'This record does not wait.' : 'This record waits already.');
  const state = { Login: record.login, Time: formatTime(record.time_ms) };
  await recordModeration(tx, {
    act: approve ? 'record.approve' : 'record.hold',
    subject: { kind: 'record', id: recordId },
    reason,
    before: { ...state, Waits: approve },
    after: { ...state, Waits: !approve },
    personId: record.sent_by,
  });
  await tx.db
    .updateTable('online_record')
    .set({ waits_for: approve ? null : 'time', is_trusted: approve })
    .where('site', '=', tx.site.code)
    .where('online_record_id', '=', recordId)
    .execute();
  await rankBoards(tx, [record.uid]);
  return { RecordId: recordId, Link: track ? routes.trackShow(track.track_id) : routes.modlog() };
}
