import { removePage, writePage } from '#features/comments/server/form-pages.ts';
import { reportedSubject } from '#features/moderation/reports/server/reported-subject.ts';
import { packTracks } from '#features/packs/list/views.ts';
import { packEntries } from '#features/packs/tracks/server/entries-endpoint.ts';
import { submitPage } from '#features/packs/tracks/server/submit.ts';
import { evidenceSheet } from '#features/replays/evidence/server/sheet-page.ts';
import { replayPage } from '#features/replays/removal/server/replay-page.ts';
import { uploadPlace } from '#features/replays/upload/server/upload-place.ts';
import { viewOf } from '#features/replays/view-address.ts';
import { replayView } from '#features/replays/viewer/server/viewed-replays.ts';
import { deletedTracks, trackEnd } from '#features/tracks/deletion/server/show.ts';
import { trackEdit } from '#features/tracks/edit/server/show.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import { playLaterQueue, trackTiles } from '#features/tracks/list/views.ts';
import { trackShow } from '#features/tracks/page/server/show.ts';
import { loadNumbered, loadView } from '#layouts/lists/load-view.ts';
import { loadReplayHistory } from '#pages/trackreplayshow/_load-replay-history.ts';
import { loadTrackPage } from '#pages/trackshow/_load-track-page.ts';
import { Problem } from '#platform/http/problem.ts';
import type { TestCtx } from '#testing/ctx.ts';
import type { Scene } from './scene.ts';
import * as table from './table.ts';

/** A page that shows a track, represented by the function it calls, whose result or error decides the response. */
export interface PageAct {
  readonly name: string;
  /** the file under src/pages */
  readonly page: string;
  readonly expected: table.Expected;
  /** whether the track is visible; throws a Problem as the page would */
  readonly see: (ctx: TestCtx, scene: Scene) => Promise<boolean>;
}

const keyOf = ({ key }: Scene) => new URLSearchParams(key ? { key } : {});

/** Pages that require a session check it before they call anything else. */
const signedIn =
  (see: PageAct['see']): PageAct['see'] =>
  async (ctx, scene) => {
    if (ctx.viewer.accountId === null) throw new Problem(401, 'Sign in first.');
    return see(ctx, scene);
  };

/** Lists are open to everyone; `-` in the table means that the row is missing. */
const asPage = (expected: table.Expected) =>
  Object.fromEntries(
    Object.entries(expected).map(([situation, row]) => [situation, row.replaceAll('-', 'N')]),
  ) as table.Expected; // the same keys

export const pageOperations: readonly PageAct[] = [
  {
    name: 'see the track',
    page: 'trackshow/[id].astro',
    expected: table.looking,
    async see(ctx, scene) {
      const url = new URL(`http://${ctx.site.host}/trackshow/${scene.trackId}?${keyOf(scene)}`);
      const page = await loadTrackPage({
        url,
        request: new Request(url),
        params: { id: `${scene.trackId}` },
        locals: { ctx },
      });
      return page?.track.trackId === scene.trackId;
    },
  },
  {
    name: 'see the history of its leaderboard',
    page: 'trackreplayshow/[id].astro',
    expected: table.looking,
    async see(ctx, scene) {
      const url = new URL(`http://${ctx.site.host}/trackreplayshow/${scene.trackId}?${keyOf(scene)}`);
      const page = await loadReplayHistory({ url, params: { id: `${scene.trackId}` }, locals: { ctx } });
      return page?.track.trackId === scene.trackId;
    },
  },
  {
    name: 'see replays driven on its map',
    page: 'trackreplayview/[id].astro',
    expected: table.looking,
    async see(ctx, scene) {
      const { searchParams } = new URL(`http://${ctx.site.host}/?${keyOf(scene)}`);
      const page = await replayView(ctx, scene.trackId, searchParams.get('key'), viewOf(searchParams));
      return page?.trackId === scene.trackId;
    },
  },
  {
    name: 'open the form that edits it',
    page: 'trackedit/[id].astro',
    expected: table.openingEdit,
    see: signedIn(
      async (ctx, { trackId }) => (await trackEdit(ctx, `${trackId}`, undefined)).track.trackId === trackId,
    ),
  },
  {
    name: 'open the form that deletes it',
    page: 'trackdelete/[id].astro',
    expected: table.openingDelete,
    see: signedIn(
      async (ctx, { trackId }) => (await trackEnd(ctx, `${trackId}`, 'delete')).trackId === trackId,
    ),
  },
  {
    name: 'open the form that restores it',
    page: 'trackrestore/[id].astro',
    expected: table.openingRestore,
    see: signedIn(
      async (ctx, { trackId }) => (await trackEnd(ctx, `${trackId}`, 'restore')).trackId === trackId,
    ),
  },
  {
    name: 'find it among the deleted ones',
    page: 'trackrestore/index.astro',
    expected: table.findingDeleted,
    see: signedIn(async (ctx, scene) =>
      (await deletedTracks(ctx)).some(({ trackId }) => trackId === scene.trackId),
    ),
  },
  {
    name: 'open the form for a comment',
    page: 'commentupdate/[trackId]/[kind]/[commentId].astro',
    expected: table.talking,
    see: signedIn(async (ctx, scene) => {
      const params = { trackId: `${scene.trackId}`, kind: 'comment', commentId: '0' };
      return (await writePage(ctx, params, keyOf(scene))).track.id === scene.trackId;
    }),
  },
  {
    name: 'open the form that removes the comment of the stranger',
    page: 'commentdelete/[commentId].astro',
    expected: table.removingTheStrangersComment,
    see: signedIn(async (ctx, scene) => {
      await removePage(ctx, `${scene.commentId}`, keyOf(scene));
      return true;
    }),
  },
  ...(['replaydelete', 'replayrestore', 'replaysecret'] as const).map((folder) => ({
    name: 'open the form about a replay on it',
    page: `${folder}/[replayId].astro`,
    expected: table.talking,
    see: signedIn(async (ctx, scene) => {
      const { trackId } = await replayPage(ctx, `${scene.replayId}`, keyOf(scene));
      return trackId === scene.trackId;
    }),
  })),
  {
    name: 'see the evidence sheet of a replay on it',
    page: 'replayevidence/[replayId].astro',
    expected: table.seeingEvidence,
    see: signedIn(async (ctx, scene) => {
      const { trackId } = await evidenceSheet(ctx, `${scene.replayId}`, keyOf(scene));
      return trackId === scene.trackId;
    }),
  },
  {
    name: 'open the form that posts replays on it',
    page: 'replayupload.astro',
    expected: table.talking,
    see: signedIn(async (ctx, scene) => {
      const address = keyOf(scene);
      address.set('trackid', `${scene.trackId}`);
      return (await uploadPlace(ctx, address)) !== 'unknown';
    }),
  },
  {
    name: 'open the form that reports it',
    page: 'postcreate.astro',
    expected: table.talking,
    see: signedIn(async (ctx, scene) => {
      const address = new URLSearchParams({ reportType: '1', subjectId: `${scene.trackId}` });
      if (scene.key) address.set('key', scene.key);
      return (await reportedSubject(ctx, address)).subject.id === scene.trackId;
    }),
  },
  {
    name: 'see it among the tracks of its uploader',
    page: 'usershow/[id].astro',
    expected: asPage(table.listed),
    async see(ctx, { trackId }) {
      const { uploader_id } = await ctx.db
        .selectFrom('track')
        .where('site', '=', ctx.site.code)
        .where('track_id', '=', trackId)
        .select('uploader_id')
        .executeTakeFirstOrThrow();
      const url = new URL(`http://${ctx.site.host}/usershow/${uploader_id}`);
      const page = { url, request: new Request(url), locals: { ctx } };
      const { rows } = await loadView(page, trackList, trackTiles, { authoruserid: `${uploader_id}` });
      return rows.some((row) => row.TrackId === trackId);
    },
  },
  {
    name: 'see it on a shared Play Later list',
    page: 'playlater/[key].astro',
    expected: asPage(table.listed),
    async see(ctx, { trackId }) {
      const { user_id } = await ctx.db
        .selectFrom('profile')
        .where('site', '=', ctx.site.code)
        .select((eb) => eb.fn.min('user_id').as('user_id'))
        .executeTakeFirstOrThrow();
      const site = ctx.site.code;
      const now = ctx.clock.now();
      await ctx.db
        .insertInto('play_later')
        .values({ site, user_id, track_id: trackId, added_at: now, position: 1 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await ctx.db
        .insertInto('play_later_share')
        .values({ site, user_id, secret_key: 'shared', created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const url = new URL(`http://${ctx.site.host}/playlater/shared`);
      const requested = { url, request: new Request(url), locals: { ctx } };
      const { rows } = await loadNumbered(requested, trackList, playLaterQueue, { sharedlist: 'shared' });
      return rows.some((row) => row.TrackId === trackId);
    },
  },
  {
    name: 'see it in its pack',
    page: 'trackpackshow/[id].astro',
    expected: asPage(table.listed),
    async see(ctx, { trackId, packId }) {
      const url = new URL(`http://${ctx.site.host}/trackpackshow/${packId}`);
      const page = { url, request: new Request(url), locals: { ctx } };
      const { rows } = await loadNumbered(page, trackList, packTracks, { packid: `${packId}` });
      return rows.some((row) => row.TrackId === trackId);
    },
  },
  {
    name: 'see it among the tracks that the managers of its pack order',
    page: 'trackpackmanage/[packId].astro',
    expected: table.managingItsPack,
    see: signedIn(async (ctx, { trackId, packId }) =>
      (await packEntries(ctx, packId)).entries.Tracks.some((track) => track.TrackId === trackId),
    ),
  },
  {
    name: 'open the form that submits it to its pack',
    page: 'trackpacksubmit/[packId].astro',
    expected: table.openingSubmit,
    see: signedIn(
      async (ctx, { trackId, packId }) => (await submitPage(ctx, packId, trackId)).track.trackId === trackId,
    ),
  },
  {
    name: 'choose a pack for it',
    page: 'trackpacksubmit/index.astro',
    expected: table.openingSubmit,
    see: signedIn(async (ctx, { trackId }) => (await trackShow(ctx, trackId, null)).trackId === trackId),
  },
];
