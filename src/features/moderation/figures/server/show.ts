import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { monthsAfter, type ShownFigure, shownFigures } from '../figures.ts';

export interface ShownMonth {
  /** its first day, in UTC */
  readonly month: string;
  readonly figures: readonly ShownFigure[];
  readonly acts: readonly ShownFigure[];
}

const monthsPerPage = 12;

/** The latest months that are over, or those before a month; `earlier` is the query of the next page. */
export async function moderationFigures(
  ctx: Ctx,
  query: URLSearchParams,
): Promise<{ months: readonly ShownMonth[]; earlier: string | null }> {
  const typed = query.get('before') ?? '';
  const isMonth = /^\d{4}-\d\d$/.test(typed) && !Number.isNaN(Date.parse(`${typed}-01T00:00:00Z`));
  const found = forSite(ctx, 'moderation_figure').select([
    sql<string>`month::text`.as('month'),
    'figure',
    'value',
  ]);
  const newest = await forSite(ctx, 'moderation_figure')
    .$if(isMonth, (rows) => rows.where('month', '<', `${typed}-01`))
    .orderBy('month', 'desc')
    .limit(1)
    .select(sql<string>`month::text`.as('month'))
    .executeTakeFirst();
  if (!newest) return { months: [], earlier: null };
  // one month more says whether there is another page
  const oldest = monthsAfter(newest.month, -monthsPerPage);
  const rows = await found.where('month', '>=', oldest).where('month', '<=', newest.month).execute();
  const counts = new Map<string, Record<string, number>>();
  for (const { month, figure, value } of rows) counts.set(month, { ...counts.get(month), [figure]: value });
  const months = [...counts.keys()].sort().reverse();
  const shown = months.filter((month) => month !== oldest);
  return {
    months: shown.map((month) => ({ month, ...shownFigures(counts.get(month) ?? {}) })),
    earlier: counts.has(oldest) ? `?before=${shown.at(-1)?.slice(0, 7)}` : null,
  };
}
