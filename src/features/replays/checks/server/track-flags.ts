import { openCase } from '#features/cases/server/actions.ts';
import { notify } from '#features/notices/server/actions.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { TxCtx } from '#platform/context.ts';
import { visitor } from '#platform/viewer.ts';
import { routes } from '#routes/routes.ts';
import type { ReplayFlag } from '../flags.ts';
import type { ReplayFile } from '../replay-file.ts';
import { RUN_RULES_VERSION, type RunVerdict } from '../run-rules.ts';

/** Whether a replay is listed unranked until a moderator has checked it. */
export const isHeld = ({ run }: Pick<ReplayFile, 'run'>): boolean => (run?.held.length ?? 0) > 0;

/** The flags of a replay that was compared with its track. */
export function trackFlags(run: RunVerdict | undefined): ReplayFlag[] {
  if (!run) return [];
  if (run.held.length > 0) return ['contradicts-track'];
  return run.unjudged.length > 0 ? ['not-compared'] : [];
}

export const isTrackFlag = (flag: string): boolean => flag === 'contradicts-track' || flag === 'not-compared';

const outcomeOf = ({ held, unjudged }: RunVerdict): 'fits' | 'unjudged' | 'contradicts' =>
  held.length > 0 ? 'contradicts' : unjudged.length > 0 ? 'unjudged' : 'fits';

/** Likelihood that something is wrong, for the order of the moderators' queue. */
const heldScore = 60;

interface Checked {
  readonly replayId: number;
  /** its driver */
  readonly userId: number;
  readonly track: { readonly track_id: number; readonly name: string };
}

/**
 * Stores how a replay compares with its track; null: not compared yet, which a job does. `isHeld`: the replay is held because of
 * the verdict, which moderators and its driver then learn.
 */
export async function noteChecked(
  tx: TxCtx,
  { replayId, userId, track }: Checked,
  verdict: RunVerdict | null,
  isHeldNow = verdict !== null && verdict.held.length > 0,
): Promise<void> {
  const now = tx.clock.now();
  const row = {
    version: RUN_RULES_VERSION,
    outcome: verdict ? outcomeOf(verdict) : ('pending' as const),
    findings: verdict ? [...verdict.held, ...verdict.unjudged].join(' ') : '',
    checked_at: now,
    ...(isHeldNow && { held_at: now }),
  };
  await tx.db
    .insertInto('replay_check')
    .values({ site: tx.site.code, replay_id: replayId, held_at: null, ...row })
    .onConflict((conflict) => conflict.columns(['site', 'replay_id']).doUpdateSet(row))
    .execute();
  if (verdict === null || !isHeldNow) return;
  await openCase(tx, {
    subject: { kind: 'replay', id: replayId },
    source: 'held',
    hint: 'track',
    score: heldScore,
    text: `Held for review, because it may not be a run of its track. ${verdict.held.join(' ')} Reinstate it if it is.`,
    personId: userId,
  });
  // from the site: users are not notified of what they do themselves, such as posting this replay
  await notify(
    { ...tx, viewer: visitor },
    {
      to: [userId],
      kind: 'replay.held',
      text: `Your replay on “${stripGameText(track.name)}” stays unranked until a moderator has checked it. ${verdict.held[0]}`,
      link: routes.trackShow(track.track_id),
    },
  );
}
