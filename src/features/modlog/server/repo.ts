import { type SqlBool, sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import type { ActRef, StoredAct } from '../acts.ts';

/** Serialises acts on a subject and undoing them, until the transaction ends. */
export const lockActs = (tx: TxCtx, { kind, id }: ActRef) =>
  lockUntilCommit(tx, `moderation ${tx.site.code} ${kind}-${id}`);

const acts = (ctx: Ctx) =>
  forSite(ctx, 'moderation_act')
    .selectAll('moderation_act')
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('moderation_act as undo')
            .where('undo.site', '=', sql.lit(ctx.site.code))
            .whereRef('undo.undoes', '=', 'moderation_act.act_id')
            .select('undo.act_id'),
        )
        .as('is_undone'),
    );

type Row = Awaited<ReturnType<ReturnType<typeof acts>['executeTakeFirstOrThrow']>>;

/** An act of the log; null if it does not exist. */
export async function storedAct(
  ctx: Ctx,
  actId: number,
): Promise<(StoredAct & { readonly isUndone: boolean }) | null> {
  const row = await acts(ctx).where('moderation_act.act_id', '=', actId).executeTakeFirst();
  return row ? { ...storedOf(row), isUndone: Boolean(row.is_undone) } : null;
}

function storedOf(row: Row): StoredAct {
  return {
    actId: row.act_id,
    act: row.act,
    subject: { kind: row.subject_kind, id: row.subject_id },
    reason: row.reason,
    before: { ...row.before },
    after: { ...row.after },
    personId: row.person_id,
    caseId: row.case_id,
    userId: row.user_id,
    at: row.acted_at,
  };
}

/**
 * The latest of these acts on the subject that is not undone; null without one. Only what a moderator removed can be restored, not
 * what its author removed. `after`: only acts that stored these values.
 */
export async function latestAct(
  ctx: Ctx,
  { kind, id }: ActRef,
  names: readonly string[],
  after?: Readonly<Record<string, number>>,
): Promise<StoredAct | null> {
  const row = await acts(ctx)
    .where('moderation_act.subject_kind', '=', kind)
    .where('moderation_act.subject_id', '=', id)
    .where('moderation_act.act', 'in', names)
    .$if(after !== undefined, (query) =>
      query.where(sql<SqlBool>`moderation_act.after @> ${JSON.stringify(after)}::jsonb`),
    )
    .orderBy('moderation_act.acted_at', 'desc')
    .orderBy('moderation_act.act_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && !row.is_undone ? storedOf(row) : null;
}
