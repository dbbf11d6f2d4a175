import type { Updateable } from 'kysely';
import type { Database } from '#db/database.ts';
import { forSite } from '#db/for-site.ts';
import type { ActRef } from '#features/modlog/acts.ts';
import type { ActFacts } from '#features/modlog/model.ts';
import { act } from '#features/modlog/server/act.ts';
import { notify } from '#features/notices/server/actions.ts';
import { oneLine } from '#lib/bbcode/typed.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import { formatTime } from '#lib/format/time.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { assertAllowed, notFound, Problem } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';
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

export type StoredRecord = Awaited<ReturnType<typeof storedRecord>>;

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

const driverOf = (tx: TxCtx, { record }: StoredRecord) =>
  forSite(tx, 'game_login')
    .where('login_key', '=', record.login.toLowerCase())
    .select('user_id')
    .executeTakeFirst();

const onRecord = {
  find: (tx: TxCtx, { id }: ActRef): Promise<StoredRecord> => lockedRecord(tx, id),
  notifies: true,
} as const;

async function change(
  tx: TxCtx,
  { record }: StoredRecord,
  row: Updateable<Database['online_record']>,
): Promise<void> {
  await tx.db
    .updateTable('online_record')
    .set(row)
    .where('site', '=', tx.site.code)
    .where('online_record_id', '=', record.online_record_id)
    .execute();
  await rankBoards(tx, [record.uid]);
}

/** The page to which acts on a record lead. */
export const pageOf = ({ track }: StoredRecord): string =>
  track ? routes.trackShow(track.track_id) : routes.modlog();

const stateOf = ({ record }: StoredRecord) => ({ Login: record.login, Time: formatTime(record.time_ms) });

/** What removing or restoring a record stores, after its driver is notified. */
async function ended(tx: TxCtx, found: StoredRecord, isRemoved: boolean, reason: string): Promise<ActFacts> {
  const { track } = found;
  const driver = await driverOf(tx, found);
  const did = isRemoved ? 'removed' : 'restored';
  if (driver && track)
    await notify(tx, {
      to: [driver.user_id],
      kind: `onlinerecord.${did}`,
      text: `A moderator ${did} your online record on “${stripGameText(track.name)}”: ${oneLine(reason)}`,
      link: pageOf(found),
    });
  return {
    before: { ...stateOf(found), Removed: !isRemoved },
    after: { ...stateOf(found), Removed: isRemoved },
    personId: driver?.user_id,
  };
}

/** While a record is removed, its server cannot send a record of this login on the board again. */
export const removeRecord = act({
  ...onRecord,
  name: 'record.remove',
  label: 'Removed an online record',
  group: 'removed',
  allow: ({ viewer }, { record }) =>
    mayRemoveOnlineRecord(viewer, { isRemoved: record.removed_at !== null }, true),
  run: async (tx, found, _, { reason }) => {
    const removal_reason = oneLine(reason);
    await change(tx, found, { removed_at: tx.clock.now(), removed_by: tx.viewer.userId, removal_reason });
    return ended(tx, found, true, reason);
  },
  undo: 'record.restore',
});

export const restoreRecord = act({
  ...onRecord,
  name: 'record.restore',
  label: 'Restored an online record',
  group: 'restored',
  effect: 'favourable',
  allow: ({ viewer }, { record }) =>
    mayRemoveOnlineRecord(viewer, { isRemoved: record.removed_at !== null }, false),
  run: async (tx, found, _, { reason }) => {
    const row = { removed_at: null, removed_by: null, removal_reason: null, removal_batch: null };
    await change(tx, found, row);
    return ended(tx, found, false, reason);
  },
  undo: 'record.remove',
});

const setApproved = async (tx: TxCtx, found: StoredRecord, isApproved: boolean): Promise<ActFacts> => {
  const { record } = found;
  if (isApproved === (record.waits_for === null))
    throw new Problem(
      409,
      isApproved ? 'This record isn’t waiting for review.' : 'This record is already waiting for review.',
    );
  await change(tx, found, { waits_for: isApproved ? null : 'time', is_trusted: isApproved });
  return {
    before: { ...stateOf(found), Waits: isApproved },
    after: { ...stateOf(found), Waits: !isApproved },
    personId: record.sent_by,
  };
};

/** A record that waits is shown like those of an approved server. */
export const approveRecord = act({
  ...onRecord,
  name: 'record.approve',
  label: 'Approved an online record',
  group: 'other',
  effect: 'favourable',
  allow: ({ viewer }) => mayEndOnlineRecord(viewer),
  run: (tx, found) => setApproved(tx, found, true),
  undo: 'record.hold',
});

/** It waits again. */
const holdRecord = act({
  ...onRecord,
  name: 'record.hold',
  label: 'Held an online record',
  group: 'other',
  allow: ({ viewer }) => mayEndOnlineRecord(viewer),
  run: (tx, found) => setApproved(tx, found, false),
  undo: 'record.approve',
});

/** Moderator actions on single online records. */
export const onlineRecordActs = [removeRecord, restoreRecord, approveRecord, holdRecord];
