import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import { chooser } from '#testing/chooser.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makePack, makePackManager } from '#testing/make-lists.ts';
import { runSeed } from '#testing/run-seed.ts';
import { Person } from '#testing/track-people.ts';
import { makeTrack } from '#testing/tracks.ts';
import { mayPerform, operationOfStatus, outcomeOf, type PackActor, type PackOperation } from '../states.ts';

const seed = runSeed();
const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const { below, oneOf, chance } = chooser(seed);

interface Listed {
  readonly status: PackTrackStatus;
  readonly addedBy: number;
}

/** The tracks of a pack as they should be: statuses, and the approved ones in order. */
interface State {
  readonly listed: ReadonlyMap<number, Listed>;
  readonly order: readonly number[];
}

interface Sent {
  readonly who: Person;
  /** of the track in question */
  readonly actor: PackActor;
  readonly act: PackOperation | 'undo';
  readonly trackId: number;
  readonly position: number;
  readonly revision: number;
}

interface Answer {
  readonly status: number;
  readonly revision: number;
  readonly sentence: string | null;
}

const places = (state: State) =>
  [...state.listed]
    .map(([trackId, { status, addedBy }]) => ({
      track_id: trackId,
      status,
      position: state.order.includes(trackId) ? state.order.indexOf(trackId) + 1 : null,
      added_by: addedBy,
    }))
    .sort((a, b) => a.track_id - b.track_id);

const stored = () =>
  db
    .selectFrom('pack_track')
    .where('site', '=', 'tmnf')
    .where('pack_id', '=', packId)
    .orderBy('track_id')
    .select(['track_id', 'status', 'position', 'added_by'])
    .execute();

/** The state after an act, the same object if nothing changes, or the sentence of its refusal. */
function after(state: State, { who, actor, act, trackId, position }: Sent): State | string {
  if (act === 'undo') throw new Error('Undo depends on the history.');
  const entry = state.listed.get(trackId) ?? null;
  const verdict = mayPerform(actor, act, entry?.status ?? null);
  if (!verdict.ok) return verdict.reason;
  const status = outcomeOf(actor, act, entry?.status ?? null) as PackTrackStatus | null; // not refused
  const others = state.order.filter((id) => id !== trackId);
  if (act === 'move') {
    const order = others.toSpliced(Math.min(position, state.order.length) - 1, 0, trackId);
    return order.join() === state.order.join() ? state : { ...state, order };
  }
  if (entry?.status === status) return state;
  const listed = new Map(state.listed);
  if (status === null) listed.delete(trackId);
  else listed.set(trackId, { status, addedBy: entry?.addedBy ?? who.userId });
  return { listed, order: status === PackTrackStatus.approved ? [...others, trackId] : others };
}

const [owner, ann, ben, eve] = [
  await Person.of(world),
  await Person.of(world),
  await Person.of(world),
  await Person.of(world),
];
const named = await Person.of(world);
const mo = await Person.of(world, Level.moderator);
const packId = await makePack(world, { ownerId: owner.userId, name: 'Cup', allowsSubmissions: true });
await makePackManager(world, { packId, userId: named.userId });
const tracks = new Map<number, Person>();
for (const author of [ann, ben]) for (let n = 0; n < 3; n++) tracks.set(await makeTrack(author.ctx), author);
const managers = [owner, named, mo];

function drawOperation(revision: number): Sent {
  const [trackId, author] = oneOf([...tracks]);
  const who = oneOf([...managers, ...managers, author, eve]);
  const isManager = managers.includes(who);
  const actor = isManager ? 'manager' : who === author ? 'author' : 'other';
  const ofManagers = ['add', 'remove', 'move', 'move', ...Object.values(operationOfStatus), 'undo'] as const;
  const act = isManager || chance(0.1) ? oneOf(ofManagers) : oneOf(['submit', 'withdraw'] as const);
  return { who, actor, act, trackId, position: 1 + below(8), revision };
}

async function send({ who, act, trackId, position, revision }: Sent): Promise<Answer> {
  const form = { packId: `${packId}`, trackId: `${trackId}`, Reason: 'The property test.' };
  const ask = () => {
    if (act === 'undo') return who.post('/trackpack/undo', { ...form, revision: `${revision}` });
    if (act === 'add') return who.post('/trackpack/addtracks', { ...form, tracks: `${trackId}` });
    if (act === 'move') return who.sends('PUT', '/trackpack/movetrack', { ...form, position: `${position}` });
    if (act === 'remove') return who.sends('DELETE', '/trackpack/removetrack', form);
    if (act === 'submit' || act === 'withdraw')
      return who.post(`/trackpacksubmit/${packId}`, { ...form, act });
    const status = Object.keys(operationOfStatus).find(
      (code) => operationOfStatus[Number(code) as PackTrackStatus] === act,
    );
    return who.sends('PUT', '/trackpack/togglestatus', { ...form, status: status ?? '' });
  };
  const answer = await ask();
  if (answer.status >= 400) {
    return { status: answer.status, revision: -1, sentence: answer.problem?.detail ?? '' };
  }
  const told = answer.json<{ Revision: number; Results?: { Problem: string | null }[] }>();
  return { status: 200, revision: told.Revision, sentence: told.Results?.[0]?.Problem ?? null };
}

/** Every state with its revision as its index, and whether the step to it can be undone. */
const history: { state: State; isUndoable: boolean }[] = [
  { state: { listed: new Map(), order: [] }, isUndoable: false },
];
const stateAt = (revision: number) => history[revision] ?? { state: null, isUndoable: false };

/** The outcome of an act at a revision. */
function outcomeAt(revision: number, sent: Sent): State | string {
  const { state, isUndoable } = stateAt(revision);
  if (!state) throw new Error(`There was no revision ${revision}.`);
  if (sent.act !== 'undo') return after(state, sent);
  if (sent.actor !== 'manager') return 'Only the managers of this pack can do this.';
  if (sent.revision !== revision) return 'The trackpack has changed since, so you can’t undo this step.';
  return isUndoable ? (stateAt(revision - 1).state ?? '') : 'There’s nothing to undo.';
}

const describe = ({ who, actor, act, trackId, position }: Sent) =>
  `${actor} ${who.userId}: ${act} ${trackId} (${position})`;

test('parallel acts have the result of the same acts one after the other, and positions have no gaps', async () => {
  for (let round = 0; round < 16; round++) {
    const before = history.length - 1;
    const acts = Array.from({ length: 6 }, () => drawOperation(before));
    const answers = await Promise.all(acts.map(send));
    const did = acts.map((act, at) => ({ act, answer: answers[at] as Answer })); // an answer for each
    const log = did.map(
      ({ act, answer }) => `${describe(act)} → ${answer.revision} ${answer.sentence ?? ''}`,
    );
    const done = did.filter(({ answer }) => answer.sentence === null);
    const last = Math.max(before, ...done.map(({ answer }) => answer.revision));
    for (let revision = before + 1; revision <= last; revision++) {
      const here = done.filter(({ answer }) => answer.revision === revision);
      const changes = here.filter(({ act }) => {
        const next = outcomeAt(revision - 1, act);
        return typeof next === 'object' && next !== stateAt(revision - 1).state;
      });
      // of several acts that could have made this revision, it is the one after which the others change nothing
      const made = changes.some(({ act }) => {
        const state = outcomeAt(revision - 1, act) as State; // checked above
        history[revision] = { state, isUndoable: act.act !== 'undo' && act.actor === 'manager' };
        return here.every((one) => one.act === act || isDeepStrictEqual(outcomeAt(revision, one.act), state));
      });
      expect([log, revision, made]).toEqual([log, revision, true]);
    }
    // a refusal is the one that its act has at some moment of the round
    for (const { act, answer } of did.filter((one) => one.answer.sentence !== null)) {
      const possible = history.slice(before).map((_, at) => outcomeAt(before + at, act));
      expect([log, possible]).toEqual([log, expect.arrayContaining([answer.sentence])]);
      expect([200, 403, 409]).toContain(answer.status);
    }
    expect([log, await stored()]).toEqual([log, places(stateAt(last).state as State)]);
  }
  const { state } = history.at(-1) ?? {};
  const pack = await db
    .selectFrom('pack')
    .where('site', '=', 'tmnf')
    .where('pack_id', '=', packId)
    .select(['tracks', 'revision'])
    .executeTakeFirstOrThrow();
  expect(pack).toEqual({ tracks: state?.order.length, revision: history.length - 1 });
  expect(history.length).toBeGreaterThan(10);
});
