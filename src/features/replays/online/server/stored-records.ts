import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { nextId } from '#db/ids.ts';
import type { TxCtx } from '#platform/context.ts';
import type { BoardPlace } from '../sent-records.ts';
import type { KnownTimes } from '../trust.ts';

/** What a record waits for; null: nothing. */
export type WaitsFor = 'server' | 'time' | null;

/** Where a record of a sender is stored: rows of other kinds are neither compared with it nor changed. */
export interface Kind {
  readonly waitsFor: WaitsFor;
  readonly isTrusted: boolean;
}

type TrackTimes = Omit<KnownTimes, 'approvedMs'>;

/** Type and times of each public track whose current file has one of these UIds. Secret results are left out. */
export async function publicTracks(tx: TxCtx, uids: readonly string[]): Promise<Map<string, TrackTimes>> {
  const rows = await forSite(tx, 'track_version')
    .innerJoin('track as t', (join) =>
      join
        .onRef('t.site', '=', 'track_version.site')
        .onRef('t.track_id', '=', 'track_version.track_id')
        .onRef('t.current_version', '=', 'track_version.version'),
    )
    .leftJoin('replay as r', (join) =>
      join
        .onRef('r.site', '=', 't.site')
        .onRef('r.replay_id', '=', 't.record_replay_id')
        // how a time compares with a secret one would reveal it
        .on('r.secret_until', 'is', null),
    )
    .where('track_version.uid', '=', sql<string>`any(${uids}::text[])`)
    .where('t.site', '=', sql.lit(tx.site.code))
    .where('t.is_public', '=', true)
    .where('t.is_listed', '=', true)
    .select(['track_version.uid', 't.primary_type', 't.author_time_ms', 'r.replay_time_ms'])
    .execute();
  return new Map(
    rows.map((row) => [
      row.uid,
      { primaryType: row.primary_type, authorTimeMs: row.author_time_ms, recordMs: row.replay_time_ms },
    ]),
  );
}

interface OwnPlace extends BoardPlace {
  readonly recordId: number;
}

/** What is stored of the board of a UId and mode that concerns one sender. */
export interface SenderBoard {
  /** the sender's own records, by kindKey */
  readonly own: Map<string, OwnPlace[]>;
  /** logins that this sender cannot send: a moderator removed its record, or their driver's account is closed */
  readonly removed: Set<string>;
  /** the best record of an approved server */
  approvedMs: number | null;
}

export const kindKey = ({ waitsFor, isTrusted }: Kind): string => `${waitsFor} ${isTrusted}`;
export const boardKey = (uid: string, mode: number): string => `${mode} ${uid}`;

export async function senderBoards(
  tx: TxCtx,
  uids: readonly string[],
  userId: number,
): Promise<Map<string, SenderBoard>> {
  const rows = await forSite(tx, 'online_record')
    .where('uid', '=', sql<string>`any(${uids}::text[])`)
    .where((eb) =>
      eb.or([
        eb('sent_by', '=', userId),
        eb('hidden_with_account', '=', true),
        eb.and([eb('is_shown', '=', true), eb('is_trusted', '=', true)]),
      ]),
    )
    .select(['online_record_id', 'uid', 'mode', 'login', 'time_ms', 'sent_by', 'removed_at'])
    .select(['is_trusted', 'is_shown', 'waits_for'])
    .execute();
  const boards = new Map<string, SenderBoard>();
  for (const row of rows) {
    const key = boardKey(row.uid, row.mode);
    const board = boards.get(key) ?? { own: new Map(), removed: new Set(), approvedMs: null };
    boards.set(key, board);
    if (row.is_shown && row.is_trusted)
      board.approvedMs = Math.min(row.time_ms, board.approvedMs ?? row.time_ms);
    if (row.removed_at !== null) board.removed.add(row.login);
    else if (row.sent_by === userId) {
      const kind = kindKey({ waitsFor: row.waits_for, isTrusted: row.is_trusted });
      const places = board.own.get(kind) ?? [];
      board.own.set(kind, places);
      places.push({ login: row.login, timeMs: row.time_ms, recordId: row.online_record_id });
    }
  }
  return boards;
}

/** A record to be stored. */
export interface Change extends Kind {
  readonly uid: string;
  readonly mode: number;
  readonly place: BoardPlace;
  /** the row that it replaces; undefined: a new one */
  readonly recordId: number | undefined;
}

export async function writeRecords(tx: TxCtx, changes: readonly Change[], server: string): Promise<void> {
  const site = tx.site.code;
  const sent = { server, sent_at: tx.clock.now() };
  const better = changes.filter(({ recordId }) => recordId !== undefined);
  if (better.length > 0)
    await sql`
      update online_record o set time_ms = b.time_ms, server = ${server}, sent_at = ${sent.sent_at}
      from unnest(${better.map(({ recordId }) => recordId)}::integer[],
        ${better.map(({ place }) => place.timeMs)}::integer[]) as b (id, time_ms)
      where o.site = ${site} and o.online_record_id = b.id`.execute(tx.db);
  const added = changes.filter(({ recordId }) => recordId === undefined);
  if (added.length > 0)
    await tx.db
      .insertInto('online_record')
      .values(
        added.map(({ uid, mode, place, waitsFor, isTrusted }) => ({
          ...sent,
          site,
          online_record_id: nextId('online_record', site),
          uid,
          mode,
          login: place.login,
          time_ms: place.timeMs,
          sent_by: tx.viewer.userId,
          is_trusted: isTrusted,
          waits_for: waitsFor,
        })),
      )
      .execute();
}

/** Deletes records of the sender itself, which its own better ones replace. */
export async function deleteReplaced(tx: TxCtx, recordIds: readonly number[]): Promise<void> {
  if (recordIds.length === 0) return;
  await sql`delete from online_record where site = ${tx.site.code}
    and online_record_id = any(${[...recordIds]}::integer[]) and sent_by = ${tx.viewer.userId}`.execute(
    tx.db,
  );
}
