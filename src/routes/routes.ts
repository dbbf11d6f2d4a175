import { picturePagePattern, picturePattern } from '#lib/bbcode/pictures.ts';
import { accountPaths } from './accounts.ts';
import { basePaths } from './base.ts';
import { forumPaths } from './forum.ts';
import { gamePaths } from './game.ts';
import { moderationPaths } from './moderation.ts';
import { path, pathOf, query } from './path.ts';
import { programPaths } from './programs.ts';

// Bases of several addresses.
const trackSearch = path('/tracksearch', (query?: string) =>
  query ? `?query=${encodeURIComponent(query)}` : '',
);
const userSearch = path('/usersearch', (words: string | null = null) => query({ query: words }));
/** The board of a kind or of a pack; the overall one or that of an environment. */
const leaderboards = path('/leaderboards', (lbid: number | null = null, lbenv: number | null = null) =>
  query({ lbid, lbenv }),
);
const trackShow = path('/trackshow/:id', (packId?: number) => query({ packid: packId }));
const trackGbx = path('/trackgbx/:id', (key: string | null = null) => query({ key }));
const trackPackDownload = path('/trackpackdl/:packId');
const trackPackManage = path('/trackpackmanage/:packId', (refused?: number) =>
  query({ refused: refused || null }),
);
const messages = path('/messages', (show?: 'archive') => query({ box: show }));
const conversation = path('/messages/:conversationId', (messageId?: number) =>
  messageId === undefined ? '' : `${query({ message: messageId })}#message-${messageId}`,
);
const userShow = pathOf<{ address: number | string }>()('/usershow/:address');
const sitemapPart = path('/:name.xml');
const postCreate = path('/postcreate');

/** What a picture may be asked for with: `version` changes with its content. */
interface PictureParts {
  readonly version?: string;
  readonly width?: number | null;
}
const picture = ({ version, width }: PictureParts = {}) => query({ w: width, v: version });
const byKey = (key: string | null = null) => query({ key });
const raw = (search?: string) => search ?? '';

/** Every address of the site as a typed function: nothing else writes one by hand. */
export const routes = {
  home: path('/'),
  about: path('/about'),
  /** the part: `replay` */
  help: path('/help', (part?: 'install' | 'upload' | 'replay') => (part ? `#${part}` : '')),
  rules: path('/rules'),
  contact: path('/contact'),
  privacy: path('/privacy'),
  editions: path('/editions'),
  shortcuts: path('/shortcuts'),
  ...accountPaths,
  toggleUi: pathOf<{ mode: 0 | 1 | 2 }>()('/toggleui/:mode'),
  ...basePaths,
  trackSearch,
  featuredTracks: path('/tracksearch/featured'),
  nadeoTracks: path('/tracksearch/nadeo'),
  bestOfTheWeek: () => `${trackSearch()}${query({ view: 'botw' })}`,
  trackBeta: path('/trackbeta'),
  trackRandom: path('/trackrandom'),
  packSearch: path('/trackpacksearch'),
  packRandom: path('/trackpackrandom'),
  userSearch,
  userRandom: path('/userrandom'),
  videoSearch: path('/videosearch'),
  videoRandom: path('/videorandom'),
  news: path('/news'),
  newsShow: path('/newsshow/:newsId', (page?: number) => query({ p: page === 1 ? null : page })),
  newsCreate: path('/newscreate'),
  newsEdit: path('/newscreate/:newsId'),
  newsDelete: path('/newsdelete/:newsId'),
  newsComment: path('/newscomment/:newsId'),
  newsRestore: path('/newsrestore/:newsId'),
  toggleNewsDismiss: path('/togglenewsdismiss/:newsId'),
  leaderboards,
  crew: path('/crew'),
  achievements: path('/achievements', (done?: 'granted' | 'revoked' | 'notices') => query({ done })),
  achievementGrant: path('/achievements/grant'),
  achievementRevoke: path('/achievements/revoke'),
  achievementNotices: path('/achievements/notices'),
  trackAchievement: path('/tracksearch/achievement/:achievementId'),
  apiAchievements: path('/api/achievements'),
  ...forumPaths,
  /** drawn pictures for links; `version` changes with their content */
  trackCard: path('/trackcard/:id.jpg', picture),
  packCard: path('/packcard/:id.jpg', picture),
  userCard: path('/usercard/:id.jpg', picture),
  editionCard: path('/card.jpg', picture),
  /** of two replays of a track: `?replays=1,2` */
  duelCard: path('/duelcard/:id.jpg', (replayIds: readonly number[], { version, width }: PictureParts = {}) =>
    query({ replays: replayIds.join(','), w: width, v: version }),
  ),
  /** of a replay of a track: `?replays=1` */
  replayCard: path('/replaycard/:id.jpg', (replayId: number, { version, width }: PictureParts = {}) =>
    query({ replays: replayId, w: width, v: version }),
  ),
  /** describes a page for sites that embed it */
  oEmbed: path('/oembed', (url: string) => query({ url, format: 'json' })),
  sitemap: path('/sitemap.xml'),
  sitemapPart,
  /** `part`: as `tracks-1` */
  sitemapOf: (part: string) => sitemapPart(`sitemap-${part}`),
  /** suggestions for the search of a browser */
  suggest: path('/suggest'),
  openSearch: path('/opensearch.xml'),
  /** Atom feeds; `search`: the query of the search page */
  trackSearchFeed: path('/tracksearch.atom', raw),
  trackKindFeed: path('/tracksearch/:kind.atom', raw),
  packSearchFeed: path('/trackpacksearch.atom', raw),
  videoSearchFeed: path('/videosearch.atom', raw),
  newsFeed: path('/news.atom', raw),
  userFeed: path('/usershow/:id.atom'),
  /** comments and awards of a track */
  trackFeed: path('/trackshow/:id.atom'),
  packFeed: path('/trackpackshow/:id.atom'),
  /** of all boards, or of one of them */
  forumFeed: path('/forumsshow.atom', (boardId?: number) => query({ board: boardId })),
  api: path('/api'),
  apiDocument: path('/api/openapi.json'),
  stagedFiles: path('/stagedfiles'),
  trackUpload: path('/trackupload', (packId?: number) => query({ packid: packId || null })),
  multiTrackUpload: path('/multitrackupload', (packId?: number) => query({ packid: packId || null })),
  trackUploadAnalyse: path('/trackupload/analyse'),
  /** as one of the tracks of a pack, when it is named */
  trackShow,
  /** the picture of a track: its cover, the game's, its map or a placeholder; never missing */
  trackCover: path('/trackimage/:id', (width: number | null = null, key: string | null = null) =>
    query({ w: width, key }),
  ),
  trackDrawing: path('/trackdrawing/:id', byKey),
  trackHero: path('/trackdrawing/:id/hero', byKey),
  /** the track as triangles, for the scene of the viewer */
  trackSolid: path('/trackdrawing/:id/solid', (v: string | null = null, key: string | null = null) =>
    query({ v, key }),
  ),
  trackUploadScreenshot: path('/trackupload/screenshot'),
  trackImage: path('/trackshow/:id/image/:n'),
  trackGbx,
  recordGbx: path('/recordgbx/:replayId', byKey),
  /** the line of a replay over the drawing of its track; `v` changes with either of them */
  replayLine: path('/replayline/:replayId', (v: string, key: string | null = null) => query({ v, key })),
  /** that of the record of a track, for tiles */
  trackLine: path('/trackline/:id', byKey),
  /** the leaderboard of a track as of a date: `at` as 2012-03-04 or as an instant */
  trackReplayShow: path(
    '/trackreplayshow/:trackId',
    (parts: { at?: string | null; beaten?: '1' | null; key?: string | null } = {}) =>
      query({ at: null, beaten: null, key: null, ...parts }),
  ),
  /** for one track, if it is named */
  replayUpload: path('/replayupload', (trackId: number | null = null, key: string | null = null) =>
    query({ trackid: trackId, key }),
  ),
  replayUploadAnalyse: path('/replayupload/analyse'),
  tracksElsewhere: path('/trackselsewhere', (uid: string) => query({ uid })),
  replayDelete: path('/replaydelete/:replayId', byKey),
  /** the evidence sheet of a replay, for moderators */
  replayEvidence: path('/replayevidence/:replayId', byKey),
  replayRestore: path('/replayrestore/:replayId'),
  /** the viewer's deleted replays */
  deletedReplays: path('/replayrestore'),
  replaySecret: path('/replaysecret/:replayId', byKey),
  onlineRecord: path('/onlinerecord/:recordId'),
  onlineRecordApprove: path('/onlinerecordapprove/:recordId'),
  /** what an account has sent that waits for a moderator */
  onlineRecords: path('/onlinerecords/:userId'),
  /** claims a login */
  newLoginClaim: path('/loginclaim'),
  loginClaim: path('/loginclaim/:claimId'),
  loginClaimWithdraw: path('/loginclaim/:claimId/withdraw'),
  loginClaimAnswer: path('/loginclaim/:claimId/answer'),
  /** claims a profile that was copied from another site; `userId`: of the copy */
  userClaim: path('/userclaim/:userId', (done?: 'code' | 'end') => query({ done: done ?? null })),
  userClaimCheck: path('/userclaim/:userId/check'),
  userClaimCancel: path('/userclaim/:userId/cancel'),
  loginUnbind: path('/loginunbind/:login'),
  /** replays of a track in the viewer; features/replays/view-address.ts writes its query */
  replayView: path('/trackreplayview/:trackId'),
  trackPlay: path('/trackplay/:id', byKey),
  togglePlayLater: path('/maps/toggleplaylater/:id'),
  clearPlayLater: path('/maps/clearplaylater'),
  /** the viewer's list in its own order */
  playLater: path('/playlater'),
  /** the list that a link with this secret shares */
  sharedPlayLater: path('/playlater/:key'),
  /** either of them as text */
  playLaterText: path('/playlatertext', byKey),
  movePlayLater: path('/maps/moveplaylater/:id'),
  sharePlayLater: path('/maps/shareplaylater'),
  unsharePlayLater: path('/maps/unshareplaylater'),
  myPlayLater: path('/tracksearch/myplaylater'),
  myTracks: path('/tracksearch/mytracks'),
  myPacks: path('/trackpacksearch/mytrackpacks'),
  myReplays: path('/tracksearch/myreplays'),
  myAwards: path('/tracksearch/myawards'),
  myDownloads: path('/tracksearch/mydownloads'),
  myFavorites: () => userSearch('in:favorite'),
  toggleVideoFeature: path('/togglevideofeature/:trackId'),
  removeTrackVideo: path('/removetrackvideo/:trackId'),
  trackFeature: path('/trackfeature/:id'),
  trackType: path('/tracktype/:id'),
  trackUnfeature: path('/trackunfeature/:id'),
  blockUser: path('/blockuser/:userId'),
  /** the users whom the viewer blocked */
  blockedUsers: path('/blockedusers'),
  toggleFavoriteUser: path('/togglefavoriteuser/:userId'),
  /** the approved tracks of a pack as one file, made by the server */
  trackPackZip: (packId: number) => `${trackPackDownload(packId)}.zip`,
  /** the tracks of a search as one file; `search`: the query of the search page or of the API */
  trackSearchZip: path('/tracksearch.zip', (search: Readonly<Record<string, string>> = {}) => query(search)),
  trackReplaysZip: path('/trackreplays/:id', (key: string | null = null) => `.zip${query({ key })}`),
  /** counts a download of the whole pack */
  trackPackDownload,
  trackPackShow: path('/trackpackshow/:packId'),
  /** the records of a pack in the viewer of replays, one after another */
  trackPackRecords: path('/trackpackrecords/:id'),
  /** the picture of a pack, or a placeholder; `version` changes with its content */
  trackPackThumb: path('/trackpackshow/:id/thumb', (parts?: PictureParts) => `/${picture(parts)}`),
  trackPackCreate: path('/trackpackcreate'),
  trackPackEdit: path('/trackpackedit/:id', (done: 'saved' | null = null) => query({ done })),
  trackPackDelete: path('/trackpackdelete/:id'),
  trackPackRestore: path('/trackpackrestore/:id'),
  /** the packs that the viewer may still restore */
  deletedPacks: path('/trackpackrestore'),
  trackPackPlay: path('/trackpackplay/:id'),
  trackPackMatchSettings: path('/trackpackmatchsettings/:id'),
  trackPackList: path('/trackpacklist/:id'),
  /** the leaderboard of a pack */
  packLeaderboard: leaderboards,
  /** the tracks of a pack with their statuses, for its managers; `refused`: how many of the tracks just sent were not added */
  trackPackManage,
  trackPackManageTab: path(trackPackManage.pattern, (tab: string) => query({ tab })),
  /** the same page with the forms that change one track */
  trackPackManageTrack: path(trackPackManage.pattern, (trackId: number) => `${query({ trackId })}#change`),
  trackPackEntries: path('/trackpackmanage/:packId/tracks'),
  /** submits a track, or withdraws it */
  trackPackSubmit: path('/trackpacksubmit/:packId', (trackId?: number) => query({ trackId: trackId })),
  /** where a track can be submitted, and where it has been */
  trackPackChoose: path('/trackpacksubmit', (trackId: number) => query({ trackId })),
  packToggleStatus: path('/trackpack/togglestatus'),
  packRemoveTrack: path('/trackpack/removetrack'),
  packMoveTrack: path('/trackpack/movetrack'),
  packAddTracks: path('/trackpack/addtracks'),
  packUndo: path('/trackpack/undo'),
  videoShow: path('/videoshow/:videoId'),
  /** `video`: its id or address on the video site */
  postVideo: path('/postvideo', (parts: { video?: string | null; trackid?: number | null } = {}) =>
    query({ video: null, trackid: null, ...parts }),
  ),
  videoEdit: path('/videoedit/:videoId'),
  videoLink: path('/videolink/:videoId'),
  videoDelete: path('/videodelete/:videoId'),
  videoThumb: path('/videoshow/:id/thumb', (version: string) => query({ v: version })),
  apiRemoteVideo: pathOf<{ videoId: string }>()('/api/remote/video/:videoId'),
  userShow,
  /** the page of a user, at the address that they chose if they have one */
  userPage: ({ UserId, CustomUrl = null }: { UserId: number; CustomUrl?: string | null | undefined }) =>
    userShow(CustomUrl ?? UserId),
  /** the picture of a user, uploaded or drawn; `version` changes with an uploaded one */
  avatar: path('/users/avatar/:id', (version: string | null = null) => query({ v: version })),
  avatarMini: path('/users/avatarmini/:id', (version: string | null = null) => query({ v: version })),
  /** the viewer's own page: what it says, and its pictures */
  userEdit: path('/useredit', (done: 'saved' | 'avatar' | 'banner' | null = null) => query({ done })),
  userEditAvatar: path('/useredit/avatar'),
  userEditBanner: path('/useredit/banner'),
  /** where moderators remove a part of a user's page */
  userClean: path('/userclean/:userId'),
  /** a part of a user's page */
  userTab: (person: { UserId: number; CustomUrl?: string | null | undefined }, show: string) =>
    `${userShow(person.CustomUrl ?? person.UserId)}${query({ show })}`,
  /** the banner of a user's page; it exists only if it was uploaded */
  banner: path('/users/banner/:id', picture),
  /** the page of the track that contains this comment, scrolled to it; `key`: the secret of an unlisted track's link */
  trackComment: (trackId: number, commentId: number, key: string | null = null) =>
    `${trackShow(trackId)}${query({ comment: commentId, key })}#comment-${commentId}`,
  /** the viewer's own text on the track's page while it waits for a moderator */
  trackHeld: (trackId: number, heldId: number, key: string | null = null) =>
    `${trackShow(trackId)}${query({ key })}#held-${heldId}`,
  /** writing: commentId 0 for a new one */
  commentUpdate: pathOf<{ kind: 'award' | 'comment' }>()(
    '/commentupdate/:trackId/:kind/:commentId',
    ({ replyTo = null, key = null }: { replyTo?: number | null; key?: string | null } = {}) =>
      query({ replyTo, key }),
  ),
  commentDelete: path('/commentdelete/:commentId', byKey),
  /** an older file of a track: `version` counts from 1 */
  trackVersion: path(trackGbx.pattern, (version: number, key: string | null = null) =>
    query({ version, key }),
  ),
  trackEdit: path('/trackedit/:id', (done: 'saved' | 'file' | 'version' | 'link' | null = null) =>
    query({ done }),
  ),
  trackReplace: path('/trackreplace/:id'),
  /** makes an earlier file the current one */
  trackSetVersion: path('/trackversion/:id'),
  trackRelease: path('/trackrelease/:id'),
  trackLink: path('/tracklink/:id'),
  trackDelete: path('/trackdelete/:id'),
  trackRestore: path('/trackrestore/:id'),
  /** the tracks that the viewer may still restore */
  deletedTracks: path('/trackrestore'),
  trackAuthorAccept: path('/trackauthor/:id/accept'),
  trackAuthorDecline: path('/trackauthor/:id/decline'),
  trackAuthorLeave: path('/trackauthor/:id/leave'),
  mapAuthorization: path('/maps/toggleauthorization/:mapId'),
  /** the viewer's inbox, or the archive */
  messages,
  messageSettingsSaved: () => `${messages()}${query({ done: 'settings' })}`,
  newMessage: path('/messages/new', (to?: number) => query({ to: to })),
  messageSearch: path('/messages/search', (q?: string) => query({ q: q })),
  messagesRead: path('/messages/read'),
  messageSettings: path('/messages/settings'),
  /** a conversation; with a message, the page that begins with it */
  conversation,
  conversationPeople: path('/messages/:conversationId/people'),
  conversationLeave: path('/messages/:conversationId/leave'),
  conversationRead: path('/messages/:conversationId/read'),
  toggleMessageViewState: path('/togglepmthreadviewstate/:threadId'),
  messageDelete: path('/messagedelete/:messageId'),
  notices: path('/notices', (group: string | null = null) => query({ group })),
  noticesRead: path('/notices/read'),
  noticeRead: path('/notices/:id/read'),
  noticeUnread: path('/notices/:id/unread'),
  /** the newest notices, for the list in the header */
  noticesLatest: path('/notices/latest'),
  noticeSettings: path('/notices/settings', (done: 'saved' | null = null) => query({ done })),
  /** stops mails; the token proves that its bearer received one */
  noticesUnsubscribe: path('/notices/unsubscribe', (token: string, done: '1' | null = null) =>
    query({ token, done }),
  ),
  /** the form that reports something to the crew; `of` says which of the two reportType 4 means */
  report: path(
    postCreate.pattern,
    (
      reportType: number,
      subjectId: number,
      parts: { of?: string | null; key?: string | null; on?: string | null; done?: '1' } = {},
    ) => query({ reportType, subjectId, of: null, key: null, on: null, ...parts }),
  ),
  postCreate,
  ...moderationPaths,
  remotePicture: path(picturePattern),
  /** the page about a picture */
  remotePictureShow: path(picturePagePattern),
  /** the names of what messages refer to, for messages that a browser renders */
  messageNames: path('/messagenames'),
  ...gamePaths,
  ...programPaths,
  apiTracks: path('/api/tracks', raw),
  apiReplays: path('/api/replays'),
  apiPacks: path('/api/trackpacks'),
  apiUsers: path('/api/users'),
  apiVideos: path('/api/videos'),
  apiNews: path('/api/news'),
  apiLeaderboards: path('/api/leaderboards'),
  apiThreads: path('/api/threads'),
  apiComments: path('/api/tracks/comments'),
  apiAwards: path('/api/tracks/awards'),
  apiOnlineRecords: path('/api/tracks/dedimania'),
  apiChanges: path('/api/changes'),
  apiEvents: path('/api/events'),
  apiDumps: path('/api/dumps'),
  /** `pack`: a new one is about this pack */
  webhooks: path('/webhooks', (after: { pack?: number; done?: 'deleted' } = {}) => query(after)),
  webhook: path('/webhooks/:webhookId', (done?: 'created' | 'saved' | 'on' | 'off' | 'salt') =>
    query({ done }),
  ),
  webhookTest: path('/webhooks/:webhookId/test'),
  webhookSwitch: path('/webhooks/:webhookId/switch'),
  webhookSecret: path('/webhooks/:webhookId/secret'),
  webhookDelete: path('/webhooks/:webhookId/delete'),
  dumpFile: pathOf<{ dumpId: string }>()('/api/dumps/:dumpId/:name'),
  dumpKey: path('/api/dumps/key.pem'),
  robots: path('/robots.txt'),
  securityTxt: path('/.well-known/security.txt'),
  /** former addresses that links elsewhere still lead to */
  trackScreen: path('/trackshow/:id/screen/:n'),
  reports: path('/reports'),
} as const;
