import { path } from './path.ts';

/** Addresses that only programs with an API token use. */
export const programPaths = {
  apiToken: path('/api/token'),
  apiTrackAnalyse: path('/api/tracks/analyse'),
  apiTrack: path('/api/tracks/:trackId'),
  apiTrackVersions: path('/api/tracks/:trackId/versions'),
  apiTrackRelease: path('/api/tracks/:trackId/release'),
  apiTrackRestore: path('/api/tracks/:trackId/restore'),
  apiTrackComments: path('/api/tracks/:trackId/comments'),
  apiTrackComment: path('/api/tracks/:trackId/comments/:commentId'),
  apiTrackAwards: path('/api/tracks/:trackId/awards'),
  apiTrackAward: path('/api/tracks/:trackId/awards/:commentId'),
  /** of a comment or an award */
  apiComment: path('/api/tracks/comments/:commentId'),
  apiReplayAnalyse: path('/api/replays/analyse'),
  apiReplay: path('/api/replays/:replayId'),
  apiReplayRestore: path('/api/replays/:replayId/restore'),
  apiPackTracks: path('/api/trackpacks/:packId/tracks'),
  apiPackTrack: path('/api/trackpacks/:packId/tracks/:trackId'),
  apiPackTrackStatus: path('/api/trackpacks/:packId/tracks/:trackId/status'),
  apiPackTrackPosition: path('/api/trackpacks/:packId/tracks/:trackId/position'),
  apiPackSubmission: path('/api/trackpacks/:packId/submissions/:trackId'),
  apiPackUndo: path('/api/trackpacks/:packId/undo'),
  apiPlayLater: path('/api/playlater'),
  apiPlayLaterTrack: path('/api/playlater/:trackId'),
  apiPlayLaterPosition: path('/api/playlater/:trackId/position'),
  apiMessages: path('/api/messages'),
  apiConversation: path('/api/messages/:conversationId'),
  apiProfile: path('/api/profile'),
  apiProfileAvatar: path('/api/profile/avatar'),
  apiProfileBanner: path('/api/profile/banner'),
} as const;
