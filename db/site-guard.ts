import type { KyselyPlugin } from 'kysely';

/** placeholder until the walker lands in this same hour */
export const siteGuard = (): KyselyPlugin => ({
  transformQuery: (args) => args.node,
  transformResult: async (args) => args.result,
});
