import type { Database } from '#db/database.ts';
import { forSite } from '#db/for-site.ts';
import { nextId } from '#db/ids.ts';
import type { Ctx } from '#platform/context.ts';

export type Kind = Database['mirrored']['kind'];
type State = Database['mirrored']['state'];

/** The part of the source that a pass reads. */
export type Stage = 'tracks' | 'packs' | 'vanished';

/** One pass over the lists of a source. It is continued where a run was stopped. */
export interface Pass {
  readonly mirrorId: number;
  readonly origin: string;
  readonly beganAt: Date;
  readonly isResumed: boolean;
  readonly stage: Stage;
  /** the last row of the stage's list that was handled */
  readonly after: number | null;
  /** the entry of the source's log up to which everything is here; null: unknown */
  readonly followedTo: number | null;
}

/** A row of the source as it was last read. */
export interface Seen {
  readonly localId: number | null;
  readonly state: State;
  readonly rowHash: string;
}

const rowOf = (ctx: Ctx, mirrorId: number) =>
  ctx.db.updateTable('mirror').where('site', '=', ctx.site.code).where('mirror_id', '=', mirrorId);

/** The pass to work on: the unfinished one with the same selection, otherwise a new one. */
export async function openPass(
  ctx: Ctx,
  origin: string,
  selection: string,
  lastChange: number | null,
): Promise<Pass> {
  const now = ctx.clock.now();
  const known = await forSite(ctx, 'mirror').where('origin', '=', origin).selectAll().executeTakeFirst();
  if (known && known.pass_ended_at === null && known.selection === selection)
    return {
      mirrorId: known.mirror_id,
      origin,
      beganAt: known.pass_began_at,
      isResumed: true,
      stage: known.stage as Stage, // only moveTo writes it
      after: known.after_id,
      followedTo: null,
    };
  const begun = {
    pass_began_at: now,
    pass_ended_at: null,
    selection,
    stage: 'tracks',
    after_id: null,
    pass_change: lastChange,
  };
  const { mirror_id } = await ctx.db
    .insertInto('mirror')
    .values({
      site: ctx.site.code,
      mirror_id: known?.mirror_id ?? nextId('mirror', ctx.site.code),
      origin,
      read_at: null,
      followed_to: null,
      ...begun,
    })
    .onConflict((conflict) => conflict.columns(['site', 'mirror_id']).doUpdateSet(begun))
    .returning('mirror_id')
    .executeTakeFirstOrThrow();
  const followedTo = known?.followed_to ?? null;
  return {
    mirrorId: mirror_id,
    origin,
    beganAt: now,
    isResumed: false,
    stage: 'tracks',
    after: null,
    followedTo,
  };
}

/** What the last pass knew of a source, without beginning another. */
export async function peekPass(ctx: Ctx, origin: string): Promise<Pass> {
  const known = await forSite(ctx, 'mirror')
    .where('origin', '=', origin)
    .select('mirror_id')
    .executeTakeFirst();
  const mirrorId = known?.mirror_id ?? 0;
  return {
    mirrorId,
    origin,
    beganAt: ctx.clock.now(),
    isResumed: false,
    stage: 'tracks',
    after: null,
    followedTo: null,
  };
}

/** Stores how far a pass is; the next run begins there. */
export async function moveTo(
  ctx: Ctx,
  { mirrorId }: Pass,
  stage: Stage,
  after: number | null,
): Promise<void> {
  await rowOf(ctx, mirrorId).set({ stage, after_id: after }).execute();
}

/** `isWhole`: the pass was over everything, so the next one has only to follow the source's log. */
export async function endPass(ctx: Ctx, { mirrorId, beganAt }: Pass, isWhole: boolean): Promise<void> {
  await rowOf(ctx, mirrorId)
    .set((eb) => ({
      pass_ended_at: ctx.clock.now(),
      read_at: beganAt,
      after_id: null,
      ...(isWhole && { followed_to: eb.ref('pass_change') }),
    }))
    .execute();
}

/** How many rows of a kind this pass has handled. */
export async function handledIn(ctx: Ctx, { mirrorId, beganAt }: Pass, kind: Kind): Promise<number> {
  const { n } = await forSite(ctx, 'mirrored')
    .where('mirror_id', '=', mirrorId)
    .where('kind', '=', kind)
    .where('read_at', '=', beganAt)
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** What is known of these rows of the source. */
export async function seenOf(
  ctx: Ctx,
  { mirrorId }: Pass,
  kind: Kind,
  sourceIds: readonly number[],
): Promise<Map<number, Seen>> {
  if (sourceIds.length === 0) return new Map();
  const rows = await forSite(ctx, 'mirrored')
    .where('mirror_id', '=', mirrorId)
    .where('kind', '=', kind)
    .where('source_id', 'in', [...sourceIds])
    .select(['source_id', 'local_id', 'state', 'row_hash'])
    .execute();
  return new Map(
    rows.map((row) => [row.source_id, { localId: row.local_id, state: row.state, rowHash: row.row_hash }]),
  );
}

interface Outcome {
  readonly state: State;
  readonly reason?: string;
  /** the row of the source, if it may say where it began */
  readonly row?: {
    readonly OriginSite?: string | null | undefined;
    readonly OriginId?: number | null | undefined;
  };
}

/** Stores what became of a row. In the transaction that writes its copy, so that there is never one without the other. */
export async function note(
  tx: Ctx,
  { mirrorId, beganAt }: Pass,
  kind: Kind,
  sourceId: number,
  { localId = null, state, reason = '', rowHash = '', row }: Partial<Seen> & Outcome,
): Promise<void> {
  const isCopy = row?.OriginSite && row.OriginId;
  const outcome = {
    local_id: localId,
    state,
    reason,
    row_hash: rowHash,
    read_at: beganAt,
    ...(isCopy && { origin_site: row.OriginSite, origin_id: row.OriginId }),
  };
  await tx.db
    .insertInto('mirrored')
    .values({
      site: tx.site.code,
      mirror_id: mirrorId,
      kind,
      source_id: sourceId,
      origin_site: null,
      origin_id: null,
      ...outcome,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['site', 'mirror_id', 'kind', 'source_id'])
        .doUpdateSet(outcome)
        // what a user had erased is never copied again
        .where('mirrored.state', '<>', 'erased'),
    )
    .execute();
}

/** Marks rows as seen in this pass, unchanged. */
export async function touch(
  ctx: Ctx,
  { mirrorId, beganAt }: Pass,
  kind: Kind,
  sourceIds: readonly number[],
): Promise<void> {
  if (sourceIds.length === 0) return;
  await ctx.db
    .updateTable('mirrored')
    .set({ read_at: beganAt })
    .where('site', '=', ctx.site.code)
    .where('mirror_id', '=', mirrorId)
    .where('kind', '=', kind)
    .where('source_id', 'in', [...sourceIds])
    .execute();
}
