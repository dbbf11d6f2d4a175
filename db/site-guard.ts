import type { KyselyPlugin } from 'kysely';
import { tablesWithoutSite } from './site-scope.ts';

/** A query would have read or changed rows of every edition: a mistake in the code, never of a person. */
export class SiteNotNamed extends Error {
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
 * In development and tests, a query on a partitioned table must tie every such table to a site: by a condition that
 * always holds, by a join on another's site, or (for rows put in) by the column.
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
