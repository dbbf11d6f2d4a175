import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { nextId } from '#db/ids.ts';
import { Level } from '#lib/codes/level.ts';
import { stuntsType } from '#lib/codes/track.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { TxCtx } from '#platform/context.ts';
import { tokenEndpoint } from '#platform/http/token-endpoint.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import type { Viewer } from '#platform/viewer.ts';
import {
  type BoardPlace,
  mergeBoard,
  SentAnswer,
  type SentRecord,
  SentRecords,
  type SentResult,
} from '../online-records.ts';

interface Change {
  readonly uid: string;
  readonly mode: number;
  readonly place: BoardPlace;
}
type Gone = Omit<Change, 'place'> & { readonly login: string };

/** Users whose address is confirmed, so that records can be traced to a person. */
export function maySendRecords(viewer: Viewer): Verdict {
  return viewer.level >= Level.standard ? yes : no('Confirm your e-mail address before you send records.');
}

/** The largest request with records. */
export const maxRecordsBytes = 256 * 1024;

/** `POST /api/tracks/dedimania`: records that were driven on a game server. Sending them again changes nothing. */
export const sendOnlineRecords = tokenEndpoint({
  scope: 'records',
  about:
    'Receives records driven on a game server. The better time of a login replaces the worse one; UIds of tracks that are not on the site are refused.',
  input: SentRecords,
  output: SentAnswer,
  limitBytes: maxRecordsBytes,
  consume: (ctx, { tokenId }, { Records }) =>
    ctx.limits.consume('online-record', { subject: `token ${tokenId}` }, Records.length),
  allow: ({ viewer }) => maySendRecords(viewer),
  run: async (tx, { Server, Records }) => {
    // one sender at a time, so that two cannot fill the last place of a board
    await lockUntilCommit(tx, `online records ${tx.site.code}`);
    const uids = [...new Set(Records.map(({ UId }) => UId))];
    const tracks = await publicTracks(tx, uids);
    const boards = await storedBoards(tx, [...tracks.keys()]);
    const results: SentResult[] = Records.map(({ UId }) =>
      tracks.get(UId) === stuntsType ? 'no times' : 'unknown track',
    );
    const changes: Change[] = [];
    const gone: Gone[] = [];
    for (const [key, sent] of byBoard(Records, tracks)) {
      const [{ uid, mode }] = sent;
      const board = boards.get(key) ?? noBoard;
      for (const { index, place } of sent) if (board.removed.has(place.login)) results[index] = 'removed';
      const counted = sent.filter(({ place }) => !board.removed.has(place.login));
      const merged = mergeBoard(
        board.places,
        counted.map(({ place }) => place),
        tx.settings.onlineRecords,
      );
      for (const [at, { index }] of counted.entries()) results[index] = merged.results[at] ?? 'not better';
      changes.push(...merged.changed.map((place) => ({ uid, mode, place })));
      gone.push(...merged.gone.map((login) => ({ uid, mode, login })));
    }
    await remove(tx, gone);
    await write(tx, changes, Server);
    return {
      Results: Records.map(({ UId, Mode, Login }, at) => ({
        UId,
        Mode,
        Login,
        Result: results[at] ?? 'unknown track',
      })),
    };
  },
});

/** The type of each public track whose current file has one of these UIds. */
async function publicTracks(tx: TxCtx, uids: readonly string[]): Promise<Map<string, number>> {
  const rows = await forSite(tx, 'track_version')
    .innerJoin('track as t', (join) =>
      join
        .onRef('t.site', '=', 'track_version.site')
        .onRef('t.track_id', '=', 'track_version.track_id')
        .onRef('t.current_version', '=', 'track_version.version'),
    )
    .where('track_version.uid', '=', sql<string>`any(${uids}::text[])`)
    .where('t.site', '=', sql.lit(tx.site.code))
    .where('t.is_public', '=', true)
    .where('t.is_listed', '=', true)
    .select(['track_version.uid', 't.primary_type'])
    .execute();
  return new Map(rows.map((row) => [row.uid, row.primary_type]));
}

const boardKey = (uid: string, mode: number) => `${mode} ${uid}`;

interface StoredBoard {
  readonly places: BoardPlace[];
  /** logins whose record a moderator removed: they have no place until it is restored */
  readonly removed: Set<string>;
}
const noBoard: StoredBoard = { places: [], removed: new Set() };

async function storedBoards(tx: TxCtx, uids: readonly string[]): Promise<Map<string, StoredBoard>> {
  const rows = await forSite(tx, 'online_record')
    .where('uid', '=', sql<string>`any(${uids}::text[])`)
    .select(['uid', 'mode', 'login', 'time_ms', 'removed_at'])
    .execute();
  const boards = new Map<string, StoredBoard>();
  for (const { uid, mode, login, time_ms: timeMs, removed_at } of rows) {
    const key = boardKey(uid, mode);
    const board = boards.get(key) ?? { places: [], removed: new Set() };
    boards.set(key, board);
    if (removed_at === null) board.places.push({ login, timeMs });
    else board.removed.add(login);
  }
  return boards;
}

interface Sent {
  readonly index: number;
  readonly uid: string;
  readonly mode: number;
  readonly place: BoardPlace;
}

/** The records of each board, in the order in which they were sent; those that cannot be stored are left out. */
function byBoard(records: readonly SentRecord[], tracks: ReadonlyMap<string, number>) {
  const boards = new Map<string, [Sent, ...Sent[]]>();
  for (const [index, { UId: uid, Mode: mode, Login: login, Time: timeMs }] of records.entries()) {
    const type = tracks.get(uid);
    if (type === undefined || type === stuntsType) continue;
    const sent: Sent = { index, uid, mode, place: { login, timeMs } };
    const board = boards.get(boardKey(uid, mode));
    if (board) board.push(sent);
    else boards.set(boardKey(uid, mode), [sent]);
  }
  return boards;
}

async function remove(tx: TxCtx, gone: readonly Gone[]): Promise<void> {
  if (gone.length === 0) return;
  await sql`
    delete from online_record o
    using unnest(${gone.map(({ uid }) => uid)}::text[], ${gone.map(({ mode }) => mode)}::smallint[],
      ${gone.map(({ login }) => login)}::text[]) as g (uid, mode, login)
    where o.site = ${tx.site.code} and o.uid = g.uid and o.mode = g.mode and o.login = g.login`.execute(
    tx.db,
  );
}

async function write(tx: TxCtx, changes: readonly Change[], server: string): Promise<void> {
  if (changes.length === 0) return;
  const site = tx.site.code;
  await tx.db
    .insertInto('online_record')
    .values(
      changes.map(({ uid, mode, place }) => ({
        site,
        online_record_id: nextId('online_record', site),
        uid,
        mode,
        login: place.login,
        time_ms: place.timeMs,
        server,
        sent_by: tx.viewer.userId,
        sent_at: tx.clock.now(),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['site', 'uid', 'mode', 'login']).doUpdateSet((eb) => ({
        time_ms: eb.ref('excluded.time_ms'),
        server: eb.ref('excluded.server'),
        sent_by: eb.ref('excluded.sent_by'),
        sent_at: eb.ref('excluded.sent_at'),
      })),
    )
    .execute();
}
