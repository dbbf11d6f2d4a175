/**
 * `npm test` may take twelve minutes on two cores. Most tests run each time. Of those that try one rule on many things, and of
 * the longest ones, a run tries a share, which the run's seed chooses: a few runs in a row try all of them. `npm run test:whole` tries
 * everything, and so does a run of single files.
 */
const settings = () => ({
  whole: process.env.TEST_SHARES !== '1',
  seed: Number(process.env.TEST_SEED ?? 0),
});

type Settings = ReturnType<typeof settings>;

/** The rows of a table that this run tries: one in `parts` of them, at least one. */
export function shareOf<Row>(
  rows: readonly Row[],
  parts: number,
  { whole, seed }: Settings = settings(),
): Row[] {
  const step = Math.min(parts, rows.length);
  return whole ? [...rows] : rows.filter((_, at) => (at + seed) % step === 0);
}

/** The files of which each run leaves out some: those of a number run once in so many runs. */
export const takingTurns: Readonly<Record<number, readonly string[]>> = {
  2: [
    'src/features/tracks/pictures/server/stage.dbtest.ts',
    'src/features/accounts/tokens/server/tokens.dbtest.ts',
    'src/features/replays/line/server/line.dbtest.ts',
    'src/features/mirror/server/other-sites.dbtest.ts',
    'src/scripts/dev-entry.dbtest.ts',
    'src/features/replays/removal/server/acts.dbtest.ts',
    'src/features/accounts/sign-in/server/throttle.dbtest.ts',
    'src/features/moderation/reports/server/reports.dbtest.ts',
    'src/features/cards/server/cards.dbtest.ts',
    'src/features/accounts/second-step/server/second-step.dbtest.ts',
    'src/features/accounts/second-step/server/factors.dbtest.ts',
    'src/features/accounts/export/server/export.dbtest.ts',
    'src/features/leaderboards/server/blocks.dbtest.ts',
    'src/features/replays/logins/server/claims.dbtest.ts',
    'src/features/replays/checks/server/posting.dbtest.ts',
    'src/features/sanctions/server/effects.dbtest.ts',
    'src/platform/uploads/sweep.dbtest.ts',
    'src/features/tracks/pictures/server/draw-tracks.dbtest.ts',
    'src/features/packs/tracks/server/manage.dbtest.ts',
    'src/features/webhooks/server/webhooks.dbtest.ts',
    'src/platform/lists/all-lists.dbtest.ts',
    'src/testing/rights/leaks.dbtest.ts',
    'src/testing/browser/jobs.e2e.ts',
    'src/testing/browser/account.e2e.ts',
    'src/testing/browser/js-size.e2e.ts',
    'src/testing/browser/no-js.e2e.ts',
    'src/testing/browser/editions.e2e.ts',
    'src/testing/browser/search.e2e.ts',
    'src/testing/browser/replay-viewer.e2e.ts',
    'src/testing/browser/track-page.e2e.ts',
    'src/testing/browser/user-menu.e2e.ts',
    'src/testing/browser/replays.e2e.ts',
    'src/testing/browser/upload.e2e.ts',
    'src/testing/browser/theme.e2e.ts',
    'src/testing/browser/first-paint.e2e.ts',
    'src/testing/browser/api-tokens.e2e.ts',
  ],
  4: [
    'src/testing/browser/replay-scene.e2e.ts',
    'src/features/mirror/server/claims/claims.dbtest.ts',
    'src/features/mirror/server/mirrored-users.dbtest.ts',
    'src/platform/pictures/pool.test.ts',
    'src/lib/gbx/tools/fuzz.test.ts',
    'src/platform/gbx/pool.test.ts',
    'src/platform/row-index/row-index.test.ts',
    'src/platform/postgres/embedded.dbtest.ts',
    'db/baseline/baseline.dbtest.ts',
    'src/features/tracks/upload/server/receive.dbtest.ts',
    'src/platform/postgres/roles.dbtest.ts',
    'src/features/users/list/server/name-filters.dbtest.ts',
    'src/features/tracks/search-index/server/track-finder.dbtest.ts',
    'src/platform/lists/cursor-cost.dbtest.ts',
    'src/server/outage.dbtest.ts',
    'src/features/replays/upload/server/limits.dbtest.ts',
    'src/features/cards/server/turns.dbtest.ts',
    'db/migrate.dbtest.ts',
    'src/platform/postgres/listen.dbtest.ts',
    'src/features/leaderboards/server/boards.dbtest.ts',
    'src/server/cached-pages.dbtest.ts',
    'src/platform/shared-state.dbtest.ts',
    'src/testing/gone/gone.dbtest.ts',
    'src/platform/lists/full-page.dbtest.ts',
    'src/features/tracks/file/server/find-copies.dbtest.ts',
    'src/features/tracks/pictures/server/image.dbtest.ts',
    'src/server/shared-caches.dbtest.ts',
    'src/features/replays/evidence/server/evidence.dbtest.ts',
    'src/features/tracks/authors/server/invitations.dbtest.ts',
    'src/testing/browser/upload-many.e2e.ts',
    'src/testing/browser/payloads-browser.e2e.ts',
    'src/testing/browser/dragging.e2e.ts',
    'src/testing/browser/toggles.e2e.ts',
    'src/testing/browser/appeals.e2e.ts',
    'src/testing/browser/lists-pages.e2e.ts',
    'src/testing/browser/downloads.e2e.ts',
    'src/testing/browser/replay-history.e2e.ts',
    'src/testing/browser/kept-text.e2e.ts',
    'src/testing/browser/comments.e2e.ts',
    'src/testing/browser/served-pages.e2e.ts',
    'src/testing/browser/measured-pages.e2e.ts',
    'src/testing/browser/passkeys.e2e.ts',
    'src/testing/browser/reports.e2e.ts',
    'src/testing/browser/payloads.e2e.ts',
    'src/testing/browser/sanctions.e2e.ts',
    'src/testing/browser/pack-manager.e2e.ts',
    'src/testing/browser/pictures.e2e.ts',
    'src/testing/browser/pack-life.e2e.ts',
    'src/testing/browser/editors.e2e.ts',
    'src/testing/browser/gone.e2e.ts',
    'src/testing/browser/moderation.e2e.ts',
    'src/testing/browser/quick-search.e2e.ts',
    'src/testing/browser/track-edit.e2e.ts',
    'src/testing/browser/hostile.e2e.ts',
    'src/testing/browser/play-later.e2e.ts',
    'src/testing/browser/payloads-talk.e2e.ts',
    'src/testing/browser/upload-messages.e2e.ts',
    'src/testing/browser/notices.e2e.ts',
    'src/testing/browser/held-texts.e2e.ts',
  ],
  8: [
    'src/scripts/two-starts.dbtest.ts',
    'src/features/mirror/server/mirror.dbtest.ts',
    'src/testing/fifth-edition.dbtest.ts',
    'src/platform/backup/backup.dbtest.ts',
    'src/testing/kill/kill-test.dbtest.ts',
    'src/testing/kill/kill-notices.dbtest.ts',
    'src/demo/demo.dbtest.ts',
    'src/testing/kill/soak-test.dbtest.ts',
  ],
};

/** The files that this run leaves to other runs. */
export const leftToOtherRuns = (chosen: Settings = settings()): string[] =>
  Object.entries(takingTurns).flatMap(([parts, files]) => {
    const tried = new Set(shareOf(files, Number(parts), chosen));
    return files.filter((file) => !tried.has(file));
  });
