import { daysBefore } from '#lib/codes/durations.ts';
import { below } from '#lib/gbx/random.ts';
import { makeOnlineRecord } from './make-lists.ts';
import type { Scene } from './scene.ts';

const reasons = [
  'A track that teaches you its own trick in the first ten seconds and then asks for it back, upside down.',
  'Nothing in it is new and everything is in the right place.',
  'Drive it at night with the sound up.',
] as const;
const servers = ['Night Shift', 'Sunday Cup #2', 'Paddock Open'] as const;

/** Featured tracks, and records of game servers. */
export async function plantPicks({ tx, tracks, people, random, pick, shuffled }: Scene): Promise<void> {
  const crew = people.find(({ name }) => name === 'mo');
  if (!crew) throw new Error('Nobody in the cast is called mo.');
  const site = tx.site.code;
  const open = tracks.filter(({ row }) => row.is_public && row.is_listed && !row.is_beta);
  for (const [index, { trackId }] of shuffled(open).slice(0, reasons.length).entries())
    await tx.db
      .insertInto('track_feature')
      .values({
        site,
        track_id: trackId,
        comment: reasons[index] ?? reasons[0],
        featured_by: crew.userId,
        featured_at: daysBefore(tx.clock.now(), 2 + 7 * index),
      })
      .execute();
  for (const { row } of open.slice(-12)) {
    const drivers = shuffled(people).slice(0, 2 + below(random, 6));
    for (const [place, { name }] of drivers.entries())
      await makeOnlineRecord(tx, {
        uid: row.uid,
        login: name.toLowerCase(),
        timeMs: Math.round(row.author_time_ms * (1.005 + 0.012 * place)),
        mode: below(random, 2),
        server: pick(servers),
      });
  }
}
