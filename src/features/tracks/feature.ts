import { sql } from 'kysely';
import { feature } from '#platform/feature.ts';
import { get, post, put } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { authorRoutes } from './authors/server/endpoints.ts';
import { endInvitations } from './authors/server/invitations.ts';
import { deletionRoutes } from './deletion/server/endpoints.ts';
import { type BeforeRemoval, removeDeletedTracks } from './deletion/server/remove-deleted.ts';
import { trackGbxEndpoint } from './download/server/download.ts';
import { playRoutes } from './download/server/play-endpoints.ts';
import { editRoutes } from './edit/server/endpoints.ts';
import { featuredRoutes } from './featured/server/endpoints.ts';
import { findCopies } from './file/server/find-copies.ts';
import { rereadTracks } from './file/server/reread.ts';
import { trackListRoutes } from './list/server/endpoints.ts';
import { drawOutdated, drawTrack, type NumberingRun } from './pictures/server/draw-tracks.ts';
import {
  trackCoverEndpoint,
  trackDrawingEndpoint,
  trackHeroEndpoint,
  trackImageEndpoint,
} from './pictures/server/image.ts';
import { trackSolidEndpoint } from './pictures/server/solid.ts';
import { queueForPrograms, queueTextEndpoint } from './play-later/server/queued-tracks.ts';
import { typeRoutes } from './replay-type/server/endpoints.ts';
import { sweepTrackChanges } from './search-index/server/change-feed.ts';
import { refreshRecentAwards } from './server/award-windows.ts';
import { trackData } from './server/personal.ts';
import { countAroundTrack } from './server/recount-people.ts';
import { withFollowedTracks } from './server/redirected-routes.ts';
import { type SubmitToPack, uploadRoutes } from './upload/server/upload.ts';
import { versionEndpoint } from './versions/server/earlier-version.ts';
import { type OnVersionRead, readStoredVersions } from './versions/server/read-stored.ts';
import type { OnNewVersion } from './versions/server/replace.ts';
import { replaceEndpoint } from './versions/server/replace-endpoint.ts';
import { visibilityRoutes } from './visibility/server/endpoints.ts';
import { hideIdleBetas } from './visibility/server/idle-betas.ts';
import { notifyFansOfTrack } from './visibility/server/notify-favourites.ts';
import { type OnRelease, releaseTracks } from './visibility/server/release-due.ts';

interface TrackReactions {
  readonly submitToPack: SubmitToPack;
  readonly onNewVersion: readonly OnNewVersion[];
  readonly onVersionRead: readonly OnVersionRead[];
  readonly onRelease: readonly OnRelease[];
  readonly beforeRemoval: readonly BeforeRemoval[];
  readonly numberingRun: NumberingRun;
}

/** Tracks: the list, upload, page, edit, versions, visibility, and what becomes of them. */
export const tracks = (reactions: TrackReactions) =>
  feature({
    name: 'tracks',
    uses: ['users', 'notices', 'playlater', 'modlog', 'cases'],
    routes: {
      ...trackListRoutes,
      [get(routes.trackGbx)]: trackGbxEndpoint,
      [get(routes.trackImage)]: trackImageEndpoint,
      // the former address, still used by old pages and tools
      [get(routes.trackScreen)]: trackImageEndpoint,
      [get(routes.trackCover)]: trackCoverEndpoint,
      [get(routes.trackDrawing)]: trackDrawingEndpoint,
      [get(routes.trackHero)]: trackHeroEndpoint,
      [get(routes.trackSolid)]: trackSolidEndpoint,
      [get(routes.playLaterText)]: queueTextEndpoint,
      [get(routes.apiPlayLater)]: queueForPrograms,
      ...playRoutes,
      ...uploadRoutes(reactions.submitToPack),
      ...editRoutes,
      ...visibilityRoutes,
      ...deletionRoutes,
      ...authorRoutes,
      [post(routes.trackReplace)]: replaceEndpoint(reactions.onNewVersion),
      [post(routes.trackSetVersion)]: versionEndpoint(reactions.onNewVersion),
      ...featuredRoutes,
      ...typeRoutes,
    },
    contributions: {
      [post(routes.trackUpload)]: { occasion: 'tracks' },
      [post(routes.multiTrackUpload)]: { occasion: 'tracks' },
      [post(routes.trackRelease)]: { occasion: 'tracks', trackPart: 'id' },
      [post(routes.trackEdit)]: { occasion: 'tracks', trackPart: 'id' },
      [post(routes.trackAuthorAccept)]: { occasion: 'tracks', trackPart: 'id' },
      [put(routes.mapAuthorization)]: { occasion: 'tracks', trackPart: 'mapId' },
    },
    around: withFollowedTracks,
    jobs: [
      drawTrack(reactions.numberingRun),
      drawOutdated(reactions.numberingRun),
      readStoredVersions(reactions.onVersionRead),
      sweepTrackChanges,
      refreshRecentAwards,
      rereadTracks,
      findCopies,
      notifyFansOfTrack,
      releaseTracks(reactions.onRelease),
      endInvitations,
      hideIdleBetas,
      removeDeletedTracks(reactions.beforeRemoval),
      countAroundTrack,
    ],
    personalData: [trackData(reactions)],
    sitemap: [
      {
        name: 'tracks',
        from: sql`track k where k.is_public and k.is_listed`,
        id: 'track_id',
        at: 'updated_at',
        path: ({ id }) => routes.trackShow(id),
      },
    ],
  });
