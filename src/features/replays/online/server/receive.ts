import { openCase } from '#features/cases/server/actions.ts';
import { Level } from '#lib/codes/level.ts';
import { stuntsType } from '#lib/codes/track.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { TxCtx } from '#platform/context.ts';
import { tokenEndpoint } from '#platform/http/token-endpoint.ts';
import { assertNotPaused } from '#platform/switches/rules.ts';
import type { Viewer } from '#platform/viewer.ts';
import { noteRecordProofs } from '../../logins/server/proof.ts';
import {
  type BoardPlace,
  mergeBoard,
  SentAnswer,
  type SentRecord,
  SentRecords,
  type SentResult,
} from '../sent-records.ts';
import { isImplausible, storedPlaces } from '../trust.ts';
import { lockBoards, rankBoards } from './boards.ts';
import { type SenderState, senderState, unverifiedRoom } from './senders.ts';
import {
  boardKey,
  type Change,
  deleteReplaced,
  type Kind,
  kindKey,
  publicTracks,
  type SenderBoard,
  senderBoards,
  type WaitsFor,
  writeRecords,
} from './stored-records.ts';

/** Users whose address is confirmed, so that records can be traced to a person. */
function maySendRecords(viewer: Viewer): Verdict {
  return viewer.level >= Level.standard ? yes : no('Confirm your email address before you send records.');
}

/** The largest request with records. */
export const maxRecordsBytes = 256 * 1024;

/** `POST /api/tracks/dedimania`: records that were driven on a game server. Sending them again changes nothing. */
export const sendOnlineRecords = tokenEndpoint({
  scope: 'records',
  about:
    'Receives records driven on a game server. The better time of a login replaces the worse one that the same account sent; UIds of tracks that are not on the site are refused. Times far below all others, and on some editions everything from servers that the crew has not approved, wait for a moderator.',
  input: SentRecords,
  output: SentAnswer,
  limitBytes: maxRecordsBytes,
  consume: async (ctx, { Records }) => {
    assertNotPaused(ctx);
    await ctx.limits.consume('online-record', { subject: `account ${ctx.viewer.accountId}` }, Records.length);
  },
  allow: ({ viewer }) => maySendRecords(viewer),
  run: async (tx, { Server, Records }) => {
    // one sender at a time, so that two cannot fill the last place of a board
    await lockBoards(tx);
    const { userId } = tx.viewer;
    const uids = [...new Set(Records.map(({ UId }) => UId))];
    const tracks = await publicTracks(tx, uids);
    const boards = await senderBoards(tx, [...tracks.keys()], userId);
    const sender = await senderState(tx, userId);
    const intake = new Intake(
      sender === 'approved',
      await unverifiedRoom(tx, userId),
      tx.settings.onlineRecords,
    );
    const usual = usualWait(tx, sender);
    const results = Records.map(({ UId, Mode, Login, Time }): SentResult | Sent => {
      const track = tracks.get(UId);
      if (track === undefined) return 'unknown track';
      if (track.primaryType === stuntsType) return 'no times';
      const board = boards.get(boardKey(UId, Mode)) ?? noBoard;
      if (board.removed.has(Login)) return 'removed';
      const waitsFor = isImplausible(Time, { ...track, approvedMs: board.approvedMs }) ? 'time' : usual;
      return { uid: UId, mode: Mode, place: { login: Login, timeMs: Time }, waitsFor, board };
    });
    for (const group of byBoardAndKind(results)) intake.take(group);
    await deleteReplaced(tx, intake.replaced);
    await writeRecords(tx, intake.changes, Server);
    await rankBoards(
      tx,
      intake.changes.map(({ uid }) => uid),
    );
    if (sender !== 'held') await openCases(tx, intake.changes);
    if (sender === 'approved') await noteRecordProofs(tx, Server, Records);
    return { Results: Records.map((record, at) => answerOf(record, results[at], intake)) };
  },
});

const noBoard: SenderBoard = { own: new Map(), removed: new Set(), approvedMs: null };

interface Sent {
  readonly uid: string;
  readonly mode: number;
  readonly place: BoardPlace;
  readonly waitsFor: WaitsFor;
  readonly board: SenderBoard;
}

/** What plausible records of this sender wait for. */
function usualWait(tx: TxCtx, sender: SenderState): WaitsFor {
  if (sender === 'approved') return null;
  return sender === 'held' || tx.switches.of(tx.site.code).onlineRecords === 'approved' ? 'server' : null;
}

/** The records of each board that wait for the same, in the order in which they were sent. */
function byBoardAndKind(results: readonly (SentResult | Sent)[]): Iterable<readonly Sent[]> {
  const sent = results.filter((result) => typeof result !== 'string');
  return Map.groupBy(sent, ({ uid, mode, waitsFor }) => `${waitsFor} ${boardKey(uid, mode)}`).values();
}

/** Collects what one request changes. */
class Intake {
  readonly changes: Change[] = [];
  readonly replaced: number[] = [];
  readonly results = new Map<Sent, SentResult>();
  readonly #isApproved: boolean;
  readonly #most: number;
  #room: number;

  constructor(isApproved: boolean, room: number, boardSize: number) {
    this.#isApproved = isApproved;
    this.#room = room;
    this.#most = storedPlaces(boardSize);
  }

  /** Takes records of one board that wait for the same. */
  take(sent: readonly Sent[]): void {
    const [first] = sent;
    if (!first) return;
    const { uid, mode, waitsFor, board } = first;
    const kind: Kind = { waitsFor, isTrusted: this.#isApproved && waitsFor === null };
    const own = board.own.get(kindKey(kind)) ?? [];
    const rows = new Map(own.map(({ login, recordId }) => [login, recordId]));
    const fitting = kind.isTrusted ? sent : this.#fitting(sent, rows);
    const merged = mergeBoard(
      own,
      fitting.map(({ place }) => place),
      { most: this.#most, replaces: kind.isTrusted },
    );
    for (const [at, each] of fitting.entries()) {
      const result = merged.results[at] ?? 'not better';
      const isStored = result === 'added' || result === 'improved';
      this.results.set(each, isStored && waitsFor !== null ? 'waiting' : result);
    }
    this.changes.push(
      ...merged.changed.map((place) => ({ uid, mode, place, ...kind, recordId: rows.get(place.login) })),
    );
    this.replaced.push(...merged.gone.flatMap((login) => rows.get(login) ?? []));
  }

  /** Those for which there is room among the unverified records of the account. */
  #fitting(sent: readonly Sent[], rows: ReadonlyMap<string, number>): Sent[] {
    const fresh = new Set<string>();
    return sent.filter((each) => {
      const { login } = each.place;
      if (rows.has(login) || fresh.has(login)) return true;
      if (this.#room < 1) {
        this.results.set(each, 'full');
        return false;
      }
      this.#room -= 1;
      fresh.add(login);
      return true;
    });
  }
}

function answerOf({ UId, Mode, Login }: SentRecord, result: SentResult | Sent | undefined, intake: Intake) {
  const Result = typeof result === 'object' ? intake.results.get(result) : result;
  return { UId, Mode, Login, Result: Result ?? 'unknown track' };
}

/** One case per account, however many of its records wait. */
async function openCases(tx: TxCtx, changes: readonly Change[]): Promise<void> {
  const { userId } = tx.viewer;
  const opening = { subject: { kind: 'user', id: userId }, personId: userId } as const;
  if (changes.some(({ waitsFor }) => waitsFor === 'time'))
    await openCase(tx, {
      ...opening,
      source: 'hint',
      hint: 'recordTimes',
      score: 40,
      text: 'Sent online records far faster than any known. They’re hidden until a moderator approves them.',
    });
  if (changes.some(({ waitsFor }) => waitsFor === 'server'))
    await openCase(tx, {
      ...opening,
      source: 'held',
      hint: 'recordServer',
      score: 0,
      text: 'Sends online records from an unapproved game server. They’re hidden until it’s approved.',
    });
}
