import { sendOnlineRecords } from '#features/replays/server/online-write.ts';
import { featureSubject, featureTrack, mayFeature } from '#features/tracks/server/feature/actions.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { Level } from '#lib/codes/level.ts';
import { below } from '#lib/gbx/random.ts';
import { type ActiveTrack, actAs, type Scene } from './scene.ts';

const reasons = [
  'A track that teaches you its own trick in the first ten seconds and then asks for it back, upside down.',
  'Nothing in it is new and everything is in the right place.',
  'Drive it at night with the sound up.',
] as const;
const servers = ['Night Shift', 'Sunday Cup #2', 'Paddock Open'] as const;

/** Featured tracks, and records of game servers. */
export async function seedPicks(scene: Scene): Promise<void> {
  const { tx, tracks, people, random, pick, shuffled } = scene;
  const open = tracks.filter(({ row }) => row.is_public && row.is_listed && !row.is_beta);
  await featureSome(scene, shuffled(open));
  const sender = actAs(tx, crewMember(people), tx.clock.now());
  for (const { row } of open.slice(-12)) {
    const drivers = shuffled(people).slice(0, 2 + below(random, 6));
    for (const [place, { name }] of drivers.entries())
      await sendOnlineRecords.perform(sender, {
        Server: pick(servers),
        Records: [
          {
            UId: row.uid,
            Mode: below(random, 2),
            Login: name.toLowerCase().replace(/\W+/g, '_'),
            Time: Math.round(row.author_time_ms * (1.005 + 0.012 * place)),
          },
        ],
      });
  }
}

function crewMember(people: Scene['people']) {
  const crew = people.find(({ name }) => name === 'mo');
  if (!crew) throw new Error('The cast has no member called mo.');
  return crew;
}

/** One track a week, the last one two days ago: each time the first that may be featured. */
async function featureSome({ tx, people }: Scene, candidates: readonly ActiveTrack[]): Promise<void> {
  const viewer = { ...crewMember(people).viewer, level: Level.moderator };
  const featured = new Set<ActiveTrack>();
  for (const [week, comment] of [...reasons.entries()].reverse()) {
    const at = daysBefore(tx.clock.now(), 2 + 7 * week);
    const crewTx = actAs(tx, { viewer }, at);
    for (const track of candidates) {
      if (featured.has(track) || track.uploadedAt > at) continue;
      const subject = await featureSubject(crewTx, track.trackId);
      if (!mayFeature(viewer, subject).ok) continue;
      await featureTrack(crewTx, subject, { Comment: comment });
      featured.add(track);
      break;
    }
  }
}
