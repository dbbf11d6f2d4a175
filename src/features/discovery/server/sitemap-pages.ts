import type { Ctx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import type { Listed } from './sitemap-parts.ts';

const fixed = [
  routes.home(),
  routes.about(),
  routes.editions(),
  routes.shortcuts(),
  routes.trackSearch(),
  `${routes.trackSearch()}/featured`,
  `${routes.trackSearch()}/nadeo`,
  routes.trackBeta(),
  routes.packSearch(),
  routes.userSearch(),
  routes.videoSearch(),
  routes.leaderboards(),
  routes.achievements(),
  routes.crew(),
  routes.news(),
  routes.forums(),
  routes.api(),
];

/** Pages that always exist, with the boards that visitors may read. */
export async function fixedPages({ db, site }: Ctx): Promise<Listed[]> {
  const boards = await db
    .selectFrom('forum_board')
    .where('site', '=', site.code)
    .where('read_level', '=', 0)
    .select('board_id')
    .orderBy('board_id')
    .execute();
  const paths = [...fixed, ...boards.map(({ board_id }) => routes.forums(board_id))];
  return paths.map((path) => ({ path, at: null }));
}
