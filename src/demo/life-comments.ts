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
import { awardTexts, commentTexts, replyTexts } from './life-words.ts';
import { type ActiveTrack, actAs, type Person, type Scene } from './scene.ts';

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
  readonly replyTo?: number;
}

/** The planned awards and comments on tracks that everyone can see, in chronological order. */
export async function seedComments(scene: Scene): Promise<void> {
  const { tx, tracks } = scene;
  const shown = tracks.filter(({ row }) => row.is_public && row.is_listed);
  const planned = shown.flatMap((track) => [...awardsOf(scene, track), ...conversationsOf(scene, track)]);
  for (const { at, by, run } of planned.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    await run(actAs(tx, by, at));
  await countRecentAwards(tx.db, tx.site.code, tx.clock.now());
}

function awardsOf(scene: Scene, track: ActiveTrack): PlannedWrite[] {
  if (track.row.is_beta) return [];
  const { trackId } = track;
  return commenters(scene, track, track.counts.awards).map((by) => {
    const text = scene.pick(awardTexts);
    return { at: visit(scene, track, by), by, run: (tx) => post(tx, { trackId, text, kind: 'award' }) };
  });
}

/** Comments by different users, with a different reply of the uploader to one in three. */
function conversationsOf(scene: Scene, track: ActiveTrack): PlannedWrite[] {
  const { random, people, pick, shuffled, between } = scene;
  const { trackId, quietAt } = track;
  const uploader = people.find(({ userId }) => userId === track.row.uploader_id);
  const replies = shuffled(replyTexts);
  const acts: PlannedWrite[] = [];
  for (const by of commenters(scene, track, track.counts.comments)) {
    if (acts.length >= track.counts.comments) break;
    const at = visit(scene, track, by);
    const text = pick(commentTexts);
    let commentId = 0;
    const run = async (tx: TxCtx) => {
      commentId = await post(tx, { trackId, text });
    };
    acts.push({ at, by, run });
    if (random() < 0.04) acts.push({ at: quietAt, by, run: (tx) => withdraw(tx, commentId) });
    else if (random() < 0.35 && uploader) {
      const reply = replies.pop();
      if (reply !== undefined)
        acts.push({
          at: between(at, quietAt),
          by: uploader,
          run: (tx) => post(tx, { trackId, text: reply, replyTo: commentId }),
        });
    }
  }
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

/** Distinct users who were members before the track's last activity and are not its authors. */
function commenters({ people, random }: Scene, { authors, quietAt }: ActiveTrack, count: number): Person[] {
  const there = people.filter((person) => arrived(person) < quietAt && !authors.has(person.userId));
  const chosen: Person[] = [];
  while (chosen.length < count && there.length > 0)
    chosen.push(...there.splice(below(random, there.length), 1));
  return chosen;
}

const visit = ({ between }: Scene, track: ActiveTrack, person: Person): Date =>
  between(arrived(person) > track.uploadedAt ? arrived(person) : track.uploadedAt, track.quietAt);
