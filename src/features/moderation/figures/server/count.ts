import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { actNamed } from '../../acts/server/acts-by-name.ts';
import { type Counts, monthOf, monthsAfter } from '../figures.ts';

/** Months counted by one run of the job; the next run continues. */
const maxMonths = 36;

/** Stored even for a month without any activity, so that it is not counted again. */
const counted = 'counted';

/** Counts the months that are over and were not counted yet, the oldest first. */
export async function storeFigures(ctx: Ctx): Promise<number> {
  const last = monthsAfter(monthOf(ctx.clock.now()), -1);
  let month = await firstUncounted(ctx);
  let months = 0;
  for (; month !== null && month <= last && months < maxMonths; months++) {
    await storeMonth(ctx, month, { ...(await countMonth(ctx, month)), [counted]: 1 });
    month = monthsAfter(month, 1);
  }
  return months;
}

/** The month after the last one that was counted, or that of the first act or report; null without any. */
async function firstUncounted(ctx: Ctx): Promise<string | null> {
  const last = await forSite(ctx, 'moderation_figure')
    .select(sql<string | null>`max(month)::text`.as('month'))
    .executeTakeFirstOrThrow();
  if (last.month !== null) return monthsAfter(last.month, 1);
  const { rows } = await sql<{ at: Date | null }>`
    select least(
      (select min(acted_at) from moderation_act where site = ${ctx.site.code}),
      (select min(reported_at) from report where site = ${ctx.site.code})) as at`.execute(ctx.db);
  const at = rows[0]?.at ?? null;
  return at && monthOf(at);
}

async function storeMonth(ctx: Ctx, month: string, counts: Counts): Promise<void> {
  const rows = Object.entries(counts).filter(([, value]) => value > 0);
  await ctx.db
    .insertInto('moderation_figure')
    .values(rows.map(([figure, value]) => ({ site: ctx.site.code, month, figure, value })))
    // another process counted it meanwhile
    .onConflict((conflict) => conflict.columns(['site', 'month', 'figure']).doNothing())
    .execute();
}

/** Moderator actions only: what a rule of the site does is not counted. */
async function countMonth(ctx: Ctx, month: string): Promise<Counts> {
  const from = new Date(`${month}T00:00:00Z`);
  const to = new Date(`${monthsAfter(month, 1)}T00:00:00Z`);
  const site = ctx.site.code;
  const within = (column: string) => sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`;
  const { rows } = await sql<{ name: string; value: number }>`
    select 'reports' as name, count(*)::int as value from report where site = ${site} and ${within('reported_at')}
    union all
    select 'settled', count(*)::int from moderation_case
      where site = ${site} and state = 'settled' and ${within('settled_at')}
    union all
    select 'medianSeconds', coalesce(percentile_cont(0.5) within group (order by extract(epoch from settled_at - opened_at)), 0)::int
      from moderation_case where site = ${site} and state = 'settled' and ${within('settled_at')}
    union all
    select 'undone', count(*)::int from moderation_act
      where site = ${site} and undoes is not null and user_id is not null and ${within('acted_at')}
    union all
    select 'appeals', count(*)::int from appeal where site = ${site} and ${within('appealed_at')}
    union all
    select case state when 'upheld' then 'upheld' else 'granted' end, count(*)::int from appeal
      where site = ${site} and state <> 'open' and ${within('decided_at')} group by 1`.execute(ctx.db);
  const acts = await forSite(ctx, 'moderation_act')
    .where('acted_at', '>=', from)
    .where('acted_at', '<', to)
    .where('user_id', 'is not', null)
    .groupBy('act')
    .select(['act', (eb) => eb.fn.countAll<number>().as('value')])
    .execute();
  const counts: Record<string, number> = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  for (const { act, value } of acts) {
    const known = actNamed(act);
    const group = known ? known.group : 'other';
    if (group) counts[`acts.${group}`] = (counts[`acts.${group}`] ?? 0) + Number(value);
  }
  return counts;
}
