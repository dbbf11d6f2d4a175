import { performAct } from '#features/moderation/acts/server/perform.ts';
import { perform } from '#features/modlog/server/actions.ts';
import { togglePlayLater } from '#features/playlater/server/actions.ts';
import { shareQueue } from '#features/playlater/server/queue.ts';
import { claimLogin } from '#features/replays/logins/server/claim.ts';
import { ownLoginClaims } from '#features/replays/logins/server/claim-pages.ts';
import { sendOnlineRecords } from '#features/replays/online/server/receive.ts';
import { featureSubject, featureTrack, mayFeature } from '#features/tracks/featured/server/feature-track.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { Level } from '#lib/codes/level.ts';
import { below } from '#lib/gbx/tools/random.ts';
import type { TxCtx } from '#platform/context.ts';
import { crewWords } from './edition-crew.ts';
import { type ActiveTrack, actAs, named, ofEdition, type Scene } from './scene.ts';

/** Featured tracks, a list of tracks to play later, and records of two game servers, one of which is approved. */
export async function seedPicks(scene: Scene): Promise<void> {
  const { tx, tracks, people, random, pick, shuffled } = scene;
  const { features, servers, otherServer } = ofEdition(tx, crewWords);
  const open = tracks.filter(({ row }) => row.is_public && row.is_listed && !row.is_beta);
  await featureSome(scene, shuffled(open), features);
  await saveForLater(scene, open);
  const approved = actAs(tx, crewMember(people), tx.clock.now());
  const other = actAs(tx, named(scene, 'Kestrel'), tx.clock.now());
  for (const [at, { row }] of open.slice(-12).entries()) {
    const drivers = shuffled(people).slice(0, 2 + below(random, 6));
    for (const [place, { name }] of drivers.entries())
      await sendOnlineRecords.perform(at % 3 === 2 ? other : approved, {
        Server: at % 3 === 2 ? otherServer : pick(servers),
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
  await performAct(actAs(tx, named(scene, 'piston'), tx.clock.now()), {
    site: tx.site.code,
    kind: 'user',
    id: crewMember(people).userId,
    act: 'server.approve',
    reason: 'Runs our own servers.',
    caseId: null,
    fields: {},
  });
  const [track] = open;
  if (track) await proveLogin(scene, track.row, approved, servers[0]);
}

/** The tracks that alice wants to drive next, with a link for her friends. */
async function saveForLater(scene: Scene, open: readonly ActiveTrack[]): Promise<void> {
  const { tx } = scene;
  const alice = named(scene, 'alice');
  const others = open.filter(({ authors }) => !authors.has(alice.userId)).slice(-6);
  for (const [at, { trackId }] of others.entries())
    await togglePlayLater(
      actAs(tx, alice, daysBefore(tx.clock.now(), 8 - at)),
      { trackId, isQueued: false },
      { forceAdd: true, forceRemove: false },
    );
  await shareQueue(actAs(tx, alice, daysBefore(tx.clock.now(), 1)));
}

/** A user who got their login by a record with the code of their claim in the nickname. */
async function proveLogin(
  scene: Scene,
  { uid, author_time_ms }: ActiveTrack['row'],
  server: TxCtx,
  Server: string,
): Promise<void> {
  const { tx } = scene;
  const driver = actAs(tx, named(scene, 'alice'), tx.clock.now());
  await claimLogin(driver, 'alice.online');
  const [claim] = await ownLoginClaims(driver);
  await sendOnlineRecords.perform(server, {
    Server,
    Records: [
      {
        UId: uid,
        Mode: 1,
        Login: 'alice.online',
        Time: Math.round(author_time_ms * 1.05),
        Nickname: `$06falice$z ${claim?.code}`,
      },
    ],
  });
}

function crewMember(people: Scene['people']) {
  const crew = people.find(({ name }) => name === 'mo');
  if (!crew) throw new Error('The cast has no member called mo.');
  return crew;
}

/** One track a week, the last one two days ago: each time the first that may be featured. */
async function featureSome(
  { tx, people }: Scene,
  candidates: readonly ActiveTrack[],
  reasons: readonly string[],
): Promise<void> {
  const viewer = { ...crewMember(people).viewer, level: Level.moderator };
  const featured = new Set<ActiveTrack>();
  for (const [week, comment] of [...reasons.entries()].reverse()) {
    const at = daysBefore(tx.clock.now(), 2 + 7 * week);
    const crewTx = actAs(tx, { viewer }, at);
    for (const track of candidates) {
      if (featured.has(track) || track.uploadedAt > at) continue;
      const subject = await featureSubject(crewTx, track.trackId);
      if (!mayFeature(viewer, subject).ok) continue;
      await perform(crewTx, featureTrack, {
        subject: { kind: 'track', id: track.trackId },
        found: subject,
        input: { Comment: comment },
        reason: comment,
      });
      featured.add(track);
      break;
    }
  }
}
