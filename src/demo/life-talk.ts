import { below } from '#lib/gbx/random.ts';
import { awardTexts, commentTexts, replyTexts } from './life-words.ts';
import { makeAward, makeComment } from './make-lists.ts';
import type { LivedTrack, Person, Scene } from './scene.ts';

/** The planned awards and comments, by users who were registered then, with a reply to one in three. */
export async function plantTalk(scene: Scene): Promise<void> {
  for (const track of scene.tracks) {
    for (const giver of passersBy(scene, track, track.counts.awards)) {
      const text = scene.pick(awardTexts);
      await makeAward(scene.tx, {
        trackId: track.trackId,
        userId: giver.userId,
        text,
        at: visit(scene, track, giver),
      });
    }
    for (let left = track.counts.comments; left > 0; left--) {
      const [writer] = passersBy(scene, track, 1);
      if (writer) left -= await converse(scene, track, writer);
    }
  }
}

/** A comment, and perhaps the author's reply; returns the number of replies. */
async function converse(scene: Scene, track: LivedTrack, writer: Person): Promise<number> {
  const { tx, random, pick } = scene;
  const at = visit(scene, track, writer);
  const isRemoved = random() < 0.04;
  const parentId = await makeComment(tx, {
    trackId: track.trackId,
    userId: writer.userId,
    text: pick(commentTexts),
    at,
    deletedAt: isRemoved ? track.quietAt : null,
  });
  if (random() > 0.35 || isRemoved) return 0;
  const answer = { trackId: track.trackId, userId: track.row.uploader_id, parentId, text: pick(replyTexts) };
  await makeComment(tx, { ...answer, at: scene.between(at, track.quietAt) });
  return 1;
}

/** Distinct users who were members before the track's last activity and are not its authors. */
function passersBy({ people, random }: Scene, { authors, quietAt }: LivedTrack, count: number): Person[] {
  const there = people.filter(({ userId, since }) => since < quietAt && !authors.has(userId));
  const chosen: Person[] = [];
  while (chosen.length < count && there.length > 0)
    chosen.push(...there.splice(below(random, there.length), 1));
  return chosen;
}

const visit = ({ between }: Scene, track: LivedTrack, person: Person): Date =>
  between(person.since > track.uploadedAt ? person.since : track.uploadedAt, track.quietAt);
