import type { Written } from '#features/comments/forms.ts';
import { write } from '#features/comments/server/actions.ts';
import { removeComment } from '#features/comments/server/acts.ts';
import { mayDelete, mayWrite } from '#features/comments/server/policy.ts';
import { removalSubject, writeSubject } from '#features/comments/server/subject.ts';
import { countRecentAwards } from '#features/tracks/server/award-windows.ts';
import { dayMs } from '#lib/codes/durations.ts';
import { below } from '#lib/gbx/tools/random.ts';
import type { TxCtx } from '#platform/context.ts';
import { assertAllowed } from '#platform/http/problem.ts';
import { awardOpenings, awardReasons } from './award-words.ts';
import { type ActiveTrack, actAs, isThere, type Person, type Scene } from './scene.ts';
import { type Talk, talks } from './talks.ts';
import type { Trait } from './traits.ts';

/** What a user does at a time. */
interface PlannedWrite {
  readonly at: Date;
  readonly by: Person;
  run(tx: TxCtx): Promise<unknown>;
}

interface Post {
  readonly trackId: number;
  readonly text: string;
  readonly kind?: 'award';
  readonly replyTo?: number | undefined;
}

/** Awards and conversations on tracks that everyone can see, in chronological order. No text appears twice on an edition. */
export async function seedComments(scene: Scene): Promise<void> {
  const { tx, tracks } = scene;
  const shown = tracks.filter(({ row }) => row.is_public && row.is_listed);
  const deck: Deck = { talks: scene.shuffled(talks), taken: new Set() };
  const planned = shown.flatMap((track) => [
    ...awardsOf(scene, deck, track),
    ...conversationsOf(scene, deck, track),
  ]);
  for (const { at, by, run } of planned.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    await run(actAs(tx, by, at));
  await countRecentAwards(tx.db, tx.site.code, tx.clock.now());
}

/** What has not been said on this edition yet. */
interface Deck {
  readonly talks: Talk[];
  readonly taken: Set<string>;
}

const fits = (track: ActiveTrack, about: Trait | null, text: string) =>
  (about === null || track.traits.has(about)) && (track.checkpoints > 0 || !text.includes('{cp}'));

/** The text with the figures of this track. */
const filled = ({ random }: Scene, { checkpoints }: ActiveTrack, text: string) =>
  text
    .replaceAll('{cp}', `${1 + below(random, checkpoints)}`)
    .replaceAll('{gap}', `0.${String(2 + below(random, 60)).padStart(2, '0')}`)
    .replaceAll('{many}', `${20 + below(random, 180)}`);

function awardsOf(scene: Scene, deck: Deck, track: ActiveTrack): PlannedWrite[] {
  if (track.row.is_beta) return [];
  const { trackId } = track;
  return commenters(scene, track, track.counts.awards).flatMap((by) => {
    const text = awardText(scene, deck, track);
    if (text === null) return [];
    return { at: visit(scene, track, by), by, run: (tx) => post(tx, { trackId, text, kind: 'award' }) };
  });
}

function awardText(scene: Scene, { taken }: Deck, track: ActiveTrack): string | null {
  const reasons = awardReasons.filter(({ about, text }) => fits(track, about, text));
  for (let tries = 0; tries < 50; tries++) {
    const reason = scene.pick(reasons).text;
    const text = `${scene.pick(awardOpenings)} ${filled(scene, track, reason)}`.trim();
    if (taken.has(text)) continue;
    taken.add(text);
    return text;
  }
  return null;
}

/** A talk about the track itself if there is one left, otherwise one that fits every track. */
function nextTalk({ talks: left }: Deck, track: ActiveTrack): Talk | undefined {
  const isFitting = ({ about, lines }: Talk) => lines.every(({ text }) => fits(track, about, text));
  const talk = left.find((each) => each.about !== null && isFitting(each)) ?? left.find(isFitting);
  if (talk) left.splice(left.indexOf(talk), 1);
  return talk;
}

/** Comments with replies, by the uploader and different visitors. */
function conversationsOf(scene: Scene, deck: Deck, track: ActiveTrack): PlannedWrite[] {
  return Array.from({ length: track.counts.talks }).flatMap(() => conversation(scene, deck, track));
}

function conversation(scene: Scene, deck: Deck, track: ActiveTrack): PlannedWrite[] {
  const { random, people, between } = scene;
  const { trackId, quietAt } = track;
  const uploader = people.find(({ userId }) => userId === track.row.uploader_id);
  const [A, B, C] = commenters(scene, track, 3);
  if (!uploader || !A || !B || !C) return [];
  const talk = nextTalk(deck, track);
  if (!talk) return [];
  const cast = { U: uploader, A, B, C };
  let at = new Date(Math.max(...[A, B, C].map((person) => visit(scene, track, person).getTime())));
  let commentId: number | undefined;
  const acts = talk.lines.map(({ speaker, text }, index): PlannedWrite => {
    if (index > 0) at = between(at, new Date(Math.min(quietAt.getTime(), at.getTime() + 2 * dayMs)));
    const said = filled(scene, track, text);
    const run = async (tx: TxCtx) => {
      const id = await post(tx, { trackId, text: said, replyTo: commentId });
      commentId ??= id;
    };
    return { at, by: cast[speaker], run };
  });
  if (random() < 0.04) acts.push({ at: quietAt, by: A, run: (tx) => withdraw(tx, commentId ?? 0) });
  return acts;
}

/** POST /commentupdate, and returns the new id. */
export async function post(tx: TxCtx, { trackId, text, kind, replyTo }: Post): Promise<number> {
  const form: Written = {
    trackId,
    kind: kind ?? 'comment',
    commentId: 0,
    Comment: text,
    replyTo: replyTo ?? null,
    key: null,
  };
  const subject = await writeSubject(tx, form);
  assertAllowed(mayWrite(tx.viewer, subject));
  return (await write(tx, subject, form)).CommentId;
}

/** POST /commentdelete by the author of the comment. */
async function withdraw(tx: TxCtx, commentId: number): Promise<void> {
  const form = { commentId, Reason: '', key: null };
  const subject = await removalSubject(tx, form);
  assertAllowed(mayDelete(tx.viewer, subject.comment, tx.clock.now()));
  await removeComment(tx, subject, form);
}

/** New accounts may not give awards for a day. */
const arrived = (person: Person) => new Date(person.since.getTime() + dayMs);

/** Distinct users who were around before the track's last activity and are not its authors. */
function commenters(scene: Scene, { authors, quietAt }: ActiveTrack, count: number): Person[] {
  const now = scene.tx.clock.now();
  const there = scene.people.filter(
    (person) => arrived(person) < quietAt && isThere(person, quietAt, now) && !authors.has(person.userId),
  );
  return scene.shuffledBy(there, ({ interest }) => interest).slice(0, count);
}

const visit = ({ between }: Scene, track: ActiveTrack, person: Person): Date =>
  between(arrived(person) > track.uploadedAt ? arrived(person) : track.uploadedAt, track.quietAt);
