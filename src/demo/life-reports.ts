import { forSite } from '#db/for-site.ts';
import { openCase, settleCase } from '#features/cases/server/actions.ts';
import type { ReportReason } from '#features/moderation/reports/reasons.ts';
import { fileReport } from '#features/moderation/reports/server/file-report.ts';
import { subjectsOf } from '#features/moderation/server/subjects.ts';
import { type SubjectKind, subjectKey } from '#features/moderation/subjects.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { crewWords } from './edition-crew.ts';
import { editionWords } from './edition-words.ts';
import { actAs, named, ofEdition, openTracks, type Person, type Scene } from './scene.ts';

interface PlannedReport {
  readonly kind: SubjectKind;
  readonly id: number | undefined;
  readonly reason: ReportReason;
  readonly texts: readonly string[];
  /** how long ago the first of them was sent */
  readonly days: number;
}

/** Cases that wait for the crew, and two that are settled: what users of a lively edition report in two weeks. */
export async function seedReports(scene: Scene): Promise<void> {
  await reportRecord(scene);
  const { comment, post, video } = await recentThings(scene);
  const tracks = openTracks(scene);
  const { reports } = ofEdition(scene.tx, editionWords);
  const { reports: seen, answers } = ofEdition(scene.tx, crewWords);
  const told: readonly PlannedReport[] = [
    {
      kind: 'track',
      id: tracks.at(-3)?.trackId,
      reason: 'stolen',
      days: 6,
      texts: reports.stolen,
    },
    {
      kind: 'comment',
      id: comment,
      reason: 'spam',
      days: 3,
      texts: reports.spam,
    },
    {
      kind: 'post',
      id: post,
      reason: 'offensive',
      days: 2,
      texts: [seen.post],
    },
    {
      kind: 'video',
      id: video,
      reason: 'wrong',
      days: 1,
      texts: [seen.video],
    },
    {
      kind: 'track',
      id: tracks.at(-7)?.trackId,
      reason: 'cheated',
      days: 9,
      texts: [seen.medal],
    },
  ];
  for (const one of told) await reportThing(scene, one);
  await settleSome(scene, tracks.at(-9)?.trackId, 'solved', answers.solved);
  await settleSome(scene, tracks.at(-11)?.trackId, 'rejected', answers.rejected);
  await hintAtCopy(scene, tracks.at(-5)?.trackId);
}

/** About the record of the track with most drivers: its evidence sheet has runs to compare. */
async function reportRecord(scene: Scene): Promise<void> {
  const best = forSite(scene.tx, 'replay').where('is_best', '=', true);
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
  const reporter = scene.people.find(({ userId }) => userId === second?.user_id);
  if (!record || !reporter) return;
  const at = scene.between(record.replay_at, scene.tx.clock.now());
  await send(
    scene,
    reporter,
    at,
    { kind: 'replay', id: record.replay_id, reason: 'cheated' },
    ofEdition(scene.tx, crewWords).reports.record,
  );
}

/** The newest of some kinds. */
async function recentThings({ tx }: Scene) {
  const [comment, post, video] = await Promise.all([
    forSite(tx, 'comment')
      .where('deleted_at', 'is', null)
      .where('is_award', '=', false)
      .orderBy('comment_id', 'desc')
      .select('comment_id as id')
      .executeTakeFirst(),
    forSite(tx, 'forum_post')
      .where('deleted_at', 'is', null)
      .orderBy('post_id', 'desc')
      .select('post_id as id')
      .executeTakeFirst(),
    forSite(tx, 'video')
      .where('removed_at', 'is', null)
      .orderBy('video_id', 'desc')
      .select('video_id as id')
      .executeTakeFirst(),
  ]);
  return { comment: comment?.id, post: post?.id, video: video?.id };
}

async function reportThing(scene: Scene, { kind, id, reason, texts, days }: PlannedReport): Promise<void> {
  if (id === undefined) return;
  const now = scene.tx.clock.now();
  const from = daysBefore(now, days);
  for (const [index, text] of texts.entries()) {
    const reporter = scene.people[(days + index * 3) % scene.people.length];
    const at = new Date(from.getTime() + (index * (now.getTime() - from.getTime())) / (texts.length + 1));
    if (reporter) await send(scene, reporter, at, { kind, id, reason }, text);
  }
}

async function send(
  { tx }: Scene,
  reporter: Person,
  at: Date,
  { kind, id, reason }: { kind: SubjectKind; id: number; reason: ReportReason },
  text: string,
): Promise<void> {
  const subject = (await subjectsOf(tx, [{ kind, id }])).get(subjectKey(kind, id));
  if (subject) await fileReport(actAs(tx, reporter, at), subject, { reason, text });
}

async function settleSome(
  scene: Scene,
  trackId: number | undefined,
  outcome: 'solved' | 'rejected',
  text: string,
): Promise<void> {
  if (trackId === undefined) return;
  await reportThing(scene, {
    kind: 'track',
    id: trackId,
    reason: 'wrong',
    days: 12,
    texts: [ofEdition(scene.tx, crewWords).reports.type],
  });
  const tx = actAs(scene.tx, named(scene, 'mo'), daysBefore(scene.tx.clock.now(), 11));
  await settleCase(tx, { kind: 'track', id: trackId }, { outcome, text });
}

async function hintAtCopy({ tx, people }: Scene, trackId: number | undefined): Promise<void> {
  if (trackId === undefined) return;
  const subject = (await subjectsOf(tx, [{ kind: 'track', id: trackId }])).get(subjectKey('track', trackId));
  const [anyone] = people;
  if (!anyone) return;
  await openCase(actAs(tx, anyone, daysBefore(tx.clock.now(), 4)), {
    subject: { kind: 'track', id: trackId },
    source: 'hint',
    hint: 'sameBlocks',
    score: 55,
    text: 'Another user uploaded a track with the same blocks before.',
    personId: subject?.owner?.UserId ?? null,
  });
}
