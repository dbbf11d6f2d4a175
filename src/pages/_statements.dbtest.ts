import { expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import type { Ctx } from '#platform/context.ts';
import { readingTogether } from '#platform/page-reads/read-together.ts';
import { type Viewer, visitor } from '#platform/viewer.ts';
import { rememberStatements } from '#scripts/bench/statements-seen.ts';
import { bigDb } from '#testing/big-db.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { asMember } from '#testing/tracks.ts';
import { loadHome } from './_index/load-home.ts';
import { loadLeaderboards } from './_leaderboards/load-leaderboards.ts';
import { loadPackPage } from './trackpackshow/_load-pack-page.ts';
import { loadTrackSearch } from './tracksearch/_load-track-search.ts';
import { loadTrackPage } from './trackshow/_load-track-page.ts';
import { loadUserPage } from './usershow/_load-user-page.ts';

const { db, pool } = await bigDb(6);
const world = await testCtx({ db, site: 'tmnf' });
const { viewer: member } = await asMember(world);
const { viewer: moderator } = await asMember(world, Level.moderator);
const seen = rememberStatements();

interface Page {
  readonly url: URL;
  readonly request: Request;
  readonly params: { readonly id: string };
  readonly locals: { readonly ctx: Ctx; readonly token: string; readonly origin: string };
}

const pages: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  '/': loadHome,
  '/leaderboards': ({ locals: { ctx }, url }) => loadLeaderboards(ctx, url),
  '/tracksearch': ({ locals: { ctx }, url }) =>
    loadTrackSearch(ctx, url, { title: '', scope: {}, needsAccount: false }),
  '/trackshow/1': loadTrackPage,
  '/trackshow/1?p=2': loadTrackPage,
  '/trackshow/1?packid=6': loadTrackPage,
  '/usershow/1': loadUserPage,
  '/trackpackshow/6': loadPackPage,
};

/** Loads a page as a new request. */
function load(path: string, viewer: Viewer): Promise<unknown> {
  const url = new URL(path, `http://${world.site.host}`);
  const ctx = readingTogether(seenFrom(world, { viewer }));
  const id = url.pathname.split('/')[2] ?? '';
  const page = {
    url,
    request: new Request(url),
    params: { id },
    locals: { ctx, token: '', origin: url.origin },
  };
  const loadPage = pages[path];
  if (!loadPage) throw new Error(`There is no page ${path}.`);
  return loadPage(page);
}

/** Pages of visitors that take fewer than four. */
const most: Readonly<Record<string, number>> = { '/usershow/1': 3 };

test.each(Object.keys(pages))(
  '%s takes at most four statements, for visitors and for members',
  async (path) => {
    for (const viewer of [visitor, member, moderator]) {
      // the columns of a statement are known after its first time
      await load(path, viewer);
      await load(path, viewer);
      seen();
      const page = await load(path, viewer);
      expect(page).not.toBeNull();
      const sent = seen();
      const count = sent.reduce((sum, { times }) => sum + times, 0);
      const texts = sent.map(({ text }) => text.slice(0, 100)).join('\n');
      expect(count, `level ${viewer.level}\n${texts}`).toBeLessThanOrEqual(
        (viewer === visitor && most[path]) || 4,
      );
    }
  },
);

/** Partitions of the other edition in the database. A user's page links to the profiles `o` of the same person there. */
const otherEditions = /\bon (?!profile_tmo o_)\w+_tmo\b/;

/** A plan without partitions that the edition of the page doesn't have: each costs time in planning and at every start of the plan. */
test.each(Object.keys(pages))('what %s reads is planned for its edition alone', async (path) => {
  for (const viewer of [visitor, member, moderator]) {
    seen();
    await load(path, viewer);
    for (const { text, values } of seen()) {
      const plan = await pool.query({
        text: `explain (costs off) ${text}`,
        values: values[0] ?? [],
        rowMode: 'array',
      });
      const lines: string[] = plan.rows.flat();
      expect(
        lines.filter((line) => otherEditions.test(line)),
        text,
      ).toEqual([]);
    }
  }
});
