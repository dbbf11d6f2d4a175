import type { KyselyPlugin } from 'kysely';
import { tablesWithoutSite } from './site-scope.ts';

/** A query would have read or changed rows of every edition: a bug, never a user's mistake. */
class SiteNotNamed extends Error {
  constructor(tables: readonly string[]) {
    const table = tables[0] ?? '';
    super(
      `This query touches ${[...new Set(tables)].join(', ')} but names no site, so it would see the rows of all editions. ` +
        `Begin with forSite(ctx, '${table}'), or add .where('${table}.site', '=', ctx.site.code) and ` +
        `.onRef('${table}.site', '=', …) to the join. To look across sites on purpose: acrossSites(ctx.db, 'why').`,
    );
    this.name = 'SiteNotNamed';
  }
}

/**
 * In development and tests, a query on a partitioned table must restrict every such table to a site: with an unconditional
 * condition, a join on another table's site, or (for inserted rows) the column.
 */
export function siteGuard(): KyselyPlugin {
  return {
    transformQuery({ node }) {
      const tables = tablesWithoutSite(node);
      if (tables.length > 0) throw new SiteNotNamed(tables);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}
