import { badgesOfUser } from '#features/achievements/server/badges.ts';
import { cardOf } from '#features/cards/server/address.ts';
import { careerOf, rivalsOf } from '#features/leaderboards/career/server/career.ts';
import { boardsOfUser } from '#features/leaderboards/server/user-boards.ts';
import { claimantOf, copySource } from '#features/mirror/server/repo.ts';
import { queuedAmong } from '#features/playlater/server/queued-among.ts';
import { replayList } from '#features/replays/list/server/list.ts';
import { latestReplays } from '#features/replays/list/views.ts';
import { loginsOf } from '#features/replays/logins/server/logins.ts';
import { mayRemoveLogin } from '#features/replays/server/policy.ts';
import type { TrackTileRow } from '#features/tracks/list/fields.ts';
import { withOwnTracks } from '#features/tracks/list/own-rows.ts';
import { hasHiddenTrackWith } from '#features/tracks/list/server/hidden-together.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import { trackProfileTiles, trackTiles } from '#features/tracks/list/views.ts';
import { type UserProfile, userListIn } from '#features/users/page/page-data.ts';
import { otherEditions, userAt, userById } from '#features/users/page/server/show.ts';
import { blockedByViewer } from '#features/users/server/repo.ts';
import { loadView } from '#layouts/lists/load-view.ts';
import { isModerator } from '#lib/codes/level.ts';
import type { Ctx } from '#platform/context.ts';
import { messageHtml } from '#platform/messages.ts';
import { readingOnly } from '#platform/page-cache/reads.ts';
import { visitorsPart } from '#platform/page-cache/same-part.ts';
import type { LoadedView } from '#ui/list/view.ts';
import { withRows } from '#ui/list/with-rows.ts';

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
  if (!user || user.isClosed)
    return { user, isFormer, open: null, claimant: user ? await claimantPage(ctx, user.userId) : null };
  const shown = userListIn(page.url.searchParams.get('show'));
  const [card, elsewhere, blocked, source, overview] = await Promise.all([
    readingOnly({ profile: { user_id: user.userId } }, () => cardOf(ctx, 'user', user.userId)),
    otherEditions(ctx, user.userId),
    blockedByViewer(ctx),
    copySource(ctx, 'user', user.userId),
    shown === null ? overviewFor(page, user) : null,
  ]);
  return {
    user,
    isFormer,
    claimant: null,
    open: { user, shown, card, elsewhere, isBlocked: blocked.has(user.userId), source, overview },
  };
}

/** The page of the user who claimed a profile that was copied from another site; null: nobody did, or they left. */
async function claimantPage(ctx: Ctx, copiedId: number) {
  const userId = await readingOnly({ user_claim: { copied_id: copiedId } }, () => claimantOf(ctx, copiedId));
  const user = userId === null ? undefined : await userById(ctx, userId);
  return user && !user.isClosed ? { UserId: user.userId, CustomUrl: user.customUrl } : null;
}

/** What the overview shows of a profile. It is part of the name under which the overview is shared, because it is read before. */
type OfProfile = Pick<UserProfile, 'userId' | 'name' | 'customUrl' | 'about' | 'counters'>;

/** The overview of a user. Of `shared`, which members see as visitors do, the HTML is the same for all members. */
async function overviewFor(
  page: PageRequest,
  { userId, name, customUrl, about, counters }: UserProfile,
): Promise<Overview & { readonly shared: Overview | null }> {
  const { ctx } = page.locals;
  const user: OfProfile = { userId, name, customUrl, about, counters };
  const own = async () => ({ ...(await loadOverview(page, user)), shared: null });
  const me = ctx.viewer.userId;
  if (me === 0 || me === userId || isModerator(ctx.viewer) || page.url.search !== '') return own();
  const [sharesHidden, shared] = await Promise.all([
    hasHiddenTrackWith(ctx, userId),
    visitorsPart(ctx, `overview of user ${JSON.stringify(user)}`, (seen) =>
      loadOverview(
        { url: page.url, request: page.request, params: page.params, locals: { ctx: seen } },
        user,
      ),
    ),
  ]);
  // authors of a track see its secret results
  if (sharesHidden || shared.replays?.rows.some(({ IsSecret }) => IsSecret)) return own();
  const shownTracks = [shared.tracks, shared.best].flatMap((view) => view?.rows ?? []);
  const queued = await queuedAmong(ctx, [...new Set(shownTracks.map(({ TrackId }) => TrackId))]);
  const withOwn = <R extends TrackTileRow>(view: LoadedView<R>) =>
    withRows(view, withOwnTracks(view.rows, { userId: me, queued }));
  const tracks = withOwn(shared.tracks);
  const best = shared.best && withOwn(shared.best);
  const isSame = tracks === shared.tracks && best === shared.best;
  return { ...shared, tracks, best, shared: isSame ? shared : null };
}

type Overview = Awaited<ReturnType<typeof loadOverview>>;

/** The overview of a user. Lists that are certainly empty are not read. */
async function loadOverview(page: PageRequest, { userId, about, counters }: OfProfile) {
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
export type UserOverview = Awaited<ReturnType<typeof overviewFor>>;
