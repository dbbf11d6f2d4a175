import { forSite } from '#db/for-site.ts';
import { fileReport } from '#features/moderation/server/report.ts';
import { actAs, type Scene } from './scene.ts';

/** A report that waits for the crew, about the record of the track with most drivers: its evidence sheet has runs to compare. */
export async function seedReports({ tx, people, between }: Scene): Promise<void> {
  const best = forSite(tx, 'replay').where('is_best', '=', true);
  const track = await best
    .groupBy('track_id')
    .select(['track_id', (eb) => eb.fn.countAll<number>().as('drivers')])
    .orderBy('drivers', 'desc')
    .orderBy('track_id')
    .limit(1)
    .executeTakeFirst();
  const [record, second] = track
    ? await best
        .where('track_id', '=', track.track_id)
        .select(['replay_id', 'user_id', 'replay_at'])
        .orderBy('result')
        .orderBy('replay_at')
        .orderBy('replay_id')
        .limit(2)
        .execute()
    : [];
  const reporter = people.find(({ userId }) => userId === second?.user_id);
  if (!record || !reporter) return;
  const now = tx.clock.now();
  await fileReport(actAs(tx, reporter, between(record.replay_at, now)), {
    subject: { kind: 'replay', id: record.replay_id },
    key: null,
    reason: 'cheated',
    text: 'I have driven this track all week and cannot see where the time comes from. Could you look at the inputs?',
  });
}
