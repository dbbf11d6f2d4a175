import { performAct } from '#features/moderation/acts/server/perform.ts';
import type { AppealOutcome } from '#features/moderation/appeals/appeals.ts';
import { appealSubject, fileAppeal, mayFileAppeal } from '#features/moderation/appeals/server/file-appeal.ts';
import { maySettle, settleAppeal, settleSubject } from '#features/moderation/appeals/server/settle-appeal.ts';
import { storeFigures } from '#features/moderation/figures/server/count.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import type { TxCtx } from '#platform/context.ts';
import { assertAllowed } from '#platform/http/problem.ts';
import { crewWords, type Removal } from './edition-crew.ts';
import { post } from './life-comments.ts';
import { actAs, named, ofEdition, openTracks, type Person, type Scene } from './scene.ts';

/** Each writes another of these comments on each edition, since people see the decisions of all. */
const writers = ['quarter mile', 'nimbus', 'old.jorge', 'tarmac_tom', 'Liv*88'];

/** When one user posted the same line under several tracks. */
const waveDaysAgo = [47, 46.8, 46.6, 46.4, 46.2];

/** Decisions of the moderator, appeals against them, and the figures of the months that are over. */
export async function seedDecisions(scene: Scene): Promise<void> {
  const place = scene.tx.sites.findIndex(({ code }) => code === scene.tx.site.code);
  const writerAt = (index: number) => named(scene, writers[(index + place) % writers.length] ?? '');
  const { removals, wave } = ofEdition(scene.tx, crewWords);
  const reason = 'The same text under several tracks.';
  // under a track each
  const removed = [
    ...removals.map((removal, at) => ({ removal, writer: writerAt(at) })),
    ...waveDaysAgo.map((daysAgo) => ({ removal: { daysAgo, text: wave, reason }, writer: writerAt(0) })),
  ];
  for (const [index, { removal, writer }] of removed.entries())
    await seedRemoval(scene, writer, removal, index * 2);
  await storeFigures(scene.tx);
}

async function seedRemoval(
  scene: Scene,
  writer: Person,
  { daysAgo, text, reason, ...later }: Removal,
  skipped: number,
): Promise<void> {
  const { tx } = scene;
  const at = (daysLater: number) => daysBefore(tx.clock.now(), daysAgo - daysLater);
  const tracks = openTracks(scene).filter(
    ({ uploadedAt, authors }) => uploadedAt < at(0) && !authors.has(writer.userId),
  );
  const track = tracks[skipped % tracks.length];
  if (!track) return;
  const commentId = await post(actAs(tx, writer, at(0)), { trackId: track.trackId, text });
  const { ActId } = await performAct(actAs(tx, named(scene, 'mo'), at(0.5)), {
    site: tx.site.code,
    kind: 'comment',
    id: commentId,
    act: 'comment.delete',
    reason,
    caseId: null,
    fields: {},
  });
  if (later.appeal !== undefined) await appeal(actAs(tx, writer, at(1)), ActId, later.appeal);
  if (later.outcome && later.answer !== undefined)
    await settle(actAs(tx, named(scene, 'piston'), at(2)), ActId, later.outcome, later.answer);
}

/** POST /decisions/appeal */
async function appeal(tx: TxCtx, actId: number, text: string): Promise<void> {
  const found = await appealSubject(tx, { site: tx.site.code, actId });
  assertAllowed(mayFileAppeal(found));
  await fileAppeal(found, text);
}

/** POST /appeals/settle */
async function settle(tx: TxCtx, actId: number, Outcome: AppealOutcome, Answer: string): Promise<void> {
  const found = await settleSubject(tx, { site: tx.site.code, actId, Outcome, Answer });
  assertAllowed(await maySettle(found, Outcome));
  await settleAppeal(found, { Outcome, Answer });
}
