import { badgesOfUser } from '#features/achievements/server/badges.ts';
import { cardOf } from '#features/cards/server/address.ts';
import { careerOf, rivalsOf } from '#features/leaderboards/career/server/career.ts';
import { boardsOfUser } from '#features/leaderboards/server/user-boards.ts';
import { copySource } from '#features/mirror/server/repo.ts';
import { replayList } from '#features/replays/list/server/list.ts';
import { latestReplays } from '#features/replays/list/views.ts';
import { loginsOf } from '#features/replays/logins/server/logins.ts';
import { mayRemoveLogin } from '#features/replays/server/policy.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import { trackProfileTiles, trackTiles } from '#features/tracks/list/views.ts';
import { type UserProfile, userListIn } from '#features/users/page/page-data.ts';
import { otherEditions, userAt } from '#features/users/page/server/show.ts';
import { blockedByViewer } from '#features/users/server/repo.ts';
import { loadView } from '#layouts/lists/load-view.ts';
import type { Ctx } from '#platform/context.ts';
import { messageHtml } from '#platform/messages.ts';
import { readingOnly } from '#platform/page-cache/reads.ts';

interface PageRequest {
  readonly url: URL;
  readonly request: Request;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly locals: { readonly ctx: Ctx };
}

/** What the page of a user shows; the lists of a tab are loaded by the tab. `open` is null for a closed account, or if there is no user. */
export async function loadUserPage(page: PageRequest) {
  const { ctx } = page.locals;
  const { user, isFormer } = await userAt(ctx, page.params.id);
  if (!user || user.isClosed) return { user, isFormer, open: null };
  const shown = userListIn(page.url.searchParams.get('show'));
  const [card, elsewhere, blocked, source, overview] = await Promise.all([
    readingOnly({ profile: { user_id: user.userId } }, () => cardOf(ctx, 'user', user.userId)),
    otherEditions(ctx, user.userId),
    blockedByViewer(ctx),
    copySource(ctx, 'user', user.userId),
    shown === null ? loadOverview(page, user) : null,
  ]);
  return {
    user,
    isFormer,
    open: { user, shown, card, elsewhere, isBlocked: blocked.has(user.userId), source, overview },
  };
}

/** The overview of a user. Lists that are certainly empty are not read. */
async function loadOverview(page: PageRequest, { userId, about, counters }: UserProfile) {
  const { ctx } = page.locals;
  const id = String(userId);
  const isActive = counters.Replays + counters.Tracks + counters.TrackAwardsGiven > 0;
  const [badges, logins, html, boards, career, rivals, tracks, best, replays] = await Promise.all([
    badgesOfUser(ctx, userId),
    mayRemoveLogin(ctx.viewer).ok ? loginsOf(ctx, userId) : [],
    messageHtml(ctx, about, { images: true }),
    boardsOfUser(ctx, userId),
    isActive ? careerOf(ctx, userId) : null,
    counters.Replays > 0 ? rivalsOf(ctx, userId) : [],
    loadView(page, trackList, trackTiles, { authoruserid: id }),
    counters.TrackAwardsReceived > 0
      ? loadView(page, trackList, trackProfileTiles, { authoruserid: id })
      : null,
    counters.Replays > 0 ? loadView(page, replayList, latestReplays, { userid: id }) : null,
  ]);
  return { badges, logins, about: html, boards, career, rivals, tracks, best, replays };
}

/** The data of the overview. */
export type UserOverview = Awaited<ReturnType<typeof loadOverview>>;
