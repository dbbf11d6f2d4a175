import { picturePage } from '#lib/bbcode/pictures.ts';
import { accountRoutes } from '#routes/accounts.ts';
import { forumRoutes } from '#routes/forum.ts';
import { moderationRoutes } from '#routes/moderation.ts';
import { query } from '#routes/query.ts';

/** Every address of the site as a typed function: nothing else writes one by hand. */
export const routes = {
  home: () => '/',
  about: () => '/about',
  rules: () => '/rules',
  editions: () => '/editions',
  shortcuts: () => '/shortcuts',
  login: (returnTo?: string) => (returnTo ? `/login?returnTo=${encodeURIComponent(returnTo)}` : '/login'),
  register: () => '/register',
  logout: () => '/logout',
  ...accountRoutes,
  toggleUi: (mode: 0 | 1 | 2) => `/toggleui/${mode}`,
  viewer: () => '/api/viewer',
  trackSearch: (query?: string) =>
    query ? `/tracksearch?query=${encodeURIComponent(query)}` : '/tracksearch',
  trackBeta: () => '/trackbeta',
  trackRandom: () => '/trackrandom',
  packSearch: () => '/trackpacksearch',
  packRandom: () => '/trackpackrandom',
  userSearch: () => '/usersearch',
  userRandom: () => '/userrandom',
  videoSearch: () => '/videosearch',
  videoRandom: () => '/videorandom',
  news: () => '/news',
  newsShow: (newsId: number, page = 1) => `/newsshow/${newsId}${query({ p: page > 1 ? page : null })}`,
  newsCreate: (newsId?: number) => (newsId === undefined ? '/newscreate' : `/newscreate/${newsId}`),
  newsDelete: (newsId: number) => `/newsdelete/${newsId}`,
  newsComment: (newsId: number) => `/newscomment/${newsId}`,
  newsRestore: (newsId: number) => `/newsrestore/${newsId}`,
  toggleNewsDismiss: (newsId: number) => `/togglenewsdismiss/${newsId}`,
  leaderboards: () => '/leaderboards',
  crew: () => '/crew',
  achievements: (done?: 'granted' | 'revoked' | 'notices') =>
    done ? `/achievements?done=${done}` : '/achievements',
  achievementGrant: () => '/achievements/grant',
  achievementRevoke: () => '/achievements/revoke',
  achievementNotices: () => '/achievements/notices',
  trackAchievement: (achievementId: number) => `/tracksearch/achievement/${achievementId}`,
  apiAchievements: () => '/api/achievements',
  ...forumRoutes,
  /** drawn pictures for links; `version` changes with their content */
  trackCard: (trackId: number, parts: { version?: string; width?: number | null } = {}) =>
    `/trackcard/${trackId}.jpg${query({ w: parts.width ?? null, v: parts.version ?? null })}`,
  packCard: (packId: number, parts: { version?: string; width?: number | null } = {}) =>
    `/packcard/${packId}.jpg${query({ w: parts.width ?? null, v: parts.version ?? null })}`,
  userCard: (userId: number, parts: { version?: string; width?: number | null } = {}) =>
    `/usercard/${userId}.jpg${query({ w: parts.width ?? null, v: parts.version ?? null })}`,
  editionCard: (parts: { version?: string; width?: number | null } = {}) =>
    `/card.jpg${query({ w: parts.width ?? null, v: parts.version ?? null })}`,
  /** describes a page for sites that embed it */
  oEmbed: (url: string) => `/oembed${query({ url, format: 'json' })}`,
  sitemap: () => '/sitemap.xml',
  /** `part`: as `tracks-1` */
  sitemapPart: (part: string) => `/sitemap-${part}.xml`,
  /** suggestions for the search of a browser */
  suggest: () => '/suggest',
  openSearch: () => '/opensearch.xml',
  /** Atom feeds; `search`: the query of the search page */
  trackSearchFeed: (search = '', kind?: string) =>
    `/tracksearch${kind === undefined ? '' : `/${kind}`}.atom${search}`,
  packSearchFeed: (search = '') => `/trackpacksearch.atom${search}`,
  videoSearchFeed: (search = '') => `/videosearch.atom${search}`,
  newsFeed: (search = '') => `/news.atom${search}`,
  userFeed: (userId: number) => `/usershow/${userId}.atom`,
  /** comments and awards of a track */
  trackFeed: (trackId: number) => `/trackshow/${trackId}.atom`,
  packFeed: (packId: number) => `/trackpackshow/${packId}.atom`,
  /** of all boards, or of one of them */
  forumFeed: (boardId?: number) => `/forumsshow.atom${query({ board: boardId ?? null })}`,
  api: () => '/api',
  apiDocument: () => '/api/openapi.json',
  stagedFiles: () => '/stagedfiles',
  trackUpload: (packId?: number) => (packId ? `/trackupload?packid=${packId}` : '/trackupload'),
  multiTrackUpload: (packId?: number) =>
    packId ? `/multitrackupload?packid=${packId}` : '/multitrackupload',
  trackUploadAnalyse: () => '/trackupload/analyse',
  /** as one of the tracks of a pack, when it is named */
  trackShow: (trackId: number, packId?: number) =>
    packId === undefined ? `/trackshow/${trackId}` : `/trackshow/${trackId}?packid=${packId}`,
  /** the picture of a track: its cover, the game's, its map or a placeholder; never missing */
  trackCover: (trackId: number, width: number | null = null, key: string | null = null) =>
    `/trackimage/${trackId}${query({ w: width, key })}`,
  trackDrawing: (trackId: number, key: string | null = null) => `/trackdrawing/${trackId}${query({ key })}`,
  trackUploadScreenshot: () => '/trackupload/screenshot',
  trackImage: (trackId: number, index: number) => `/trackshow/${trackId}/image/${index}`,
  trackGbx: (trackId: number, key: string | null = null) => `/trackgbx/${trackId}${query({ key })}`,
  recordGbx: (replayId: number, key: string | null = null) => `/recordgbx/${replayId}${query({ key })}`,
  /** the leaderboard of a track as of a date: `at` as 2012-03-04 or as an instant */
  trackReplayShow: (
    trackId: number,
    parts: { at?: string | null; beaten?: '1' | null; key?: string | null } = {},
  ) => `/trackreplayshow/${trackId}${query({ at: null, beaten: null, key: null, ...parts })}`,
  /** for one track, if it is named */
  replayUpload: (trackId: number | null = null, key: string | null = null) =>
    `/replayupload${query({ trackid: trackId, key })}`,
  replayUploadAnalyse: () => '/replayupload/analyse',
  tracksElsewhere: (uid: string) => `/trackselsewhere?${new URLSearchParams({ uid })}`,
  replayDelete: (replayId: number, key: string | null = null) => `/replaydelete/${replayId}${query({ key })}`,
  /** the evidence sheet of a replay, for moderators */
  replayEvidence: (replayId: number, key: string | null = null) =>
    `/replayevidence/${replayId}${query({ key })}`,
  /** without an id: the viewer's deleted replays */
  replayRestore: (replayId?: number) =>
    replayId === undefined ? '/replayrestore' : `/replayrestore/${replayId}`,
  replaySecret: (replayId: number, key: string | null = null) => `/replaysecret/${replayId}${query({ key })}`,
  onlineRecord: (recordId: number) => `/onlinerecord/${recordId}`,
  onlineRecordApprove: (recordId: number) => `/onlinerecordapprove/${recordId}`,
  /** what an account has sent that waits for a moderator */
  onlineRecords: (userId: number) => `/onlinerecords/${userId}`,
  /** claims a login; with a number, the page of that claim */
  loginClaim: (claimId?: number) => (claimId === undefined ? '/loginclaim' : `/loginclaim/${claimId}`),
  loginClaimWithdraw: (claimId: number) => `/loginclaim/${claimId}/withdraw`,
  loginClaimAnswer: (claimId: number) => `/loginclaim/${claimId}/answer`,
  loginUnbind: (login: string) => `/loginunbind/${encodeURIComponent(login)}`,
  /** replays of a track in the viewer; features/replays/view-address.ts writes its query */
  replayView: (trackId: number) => `/trackreplayview/${trackId}`,
  trackPlay: (trackId: number, key: string | null = null) => `/trackplay/${trackId}${query({ key })}`,
  /** what the game fetches; its query is the game's (site, id, key) */
  maniaCodeTrack: () => '/maniacode/track',
  togglePlayLater: (trackId: number) => `/maps/toggleplaylater/${trackId}`,
  clearPlayLater: () => '/maps/clearplaylater',
  /** the viewer's list in its own order; with the secret of a link, the list that it shares */
  playLater: (key?: string) => (key === undefined ? '/playlater' : `/playlater/${key}`),
  /** the same as text */
  playLaterText: (key: string | null = null) => `/playlatertext${query({ key })}`,
  movePlayLater: (trackId: number) => `/maps/moveplaylater/${trackId}`,
  sharePlayLater: () => '/maps/shareplaylater',
  unsharePlayLater: () => '/maps/unshareplaylater',
  myPlayLater: () => '/tracksearch/myplaylater',
  myTracks: () => '/tracksearch/mytracks',
  myPacks: () => '/trackpacksearch/mytrackpacks',
  myReplays: () => '/tracksearch/myreplays',
  myAwards: () => '/tracksearch/myawards',
  myDownloads: () => '/tracksearch/mydownloads',
  myFavorites: () => `/usersearch${query({ query: 'in:favorite' })}`,
  toggleVideoFeature: (trackId: number) => `/togglevideofeature/${trackId}`,
  removeTrackVideo: (trackId: number) => `/removetrackvideo/${trackId}`,
  trackFeature: (trackId: number) => `/trackfeature/${trackId}`,
  trackType: (trackId: number) => `/tracktype/${trackId}`,
  trackUnfeature: (trackId: number) => `/trackunfeature/${trackId}`,
  blockUser: (userId: number) => `/blockuser/${userId}`,
  /** the users whom the viewer blocked */
  blockedUsers: () => '/blockedusers',
  toggleFavoriteUser: (userId: number) => `/togglefavoriteuser/${userId}`,
  /** the approved tracks of a pack as one file, made by the server */
  trackPackZip: (packId: number) => `/trackpackdl/${packId}.zip`,
  /** the tracks of a search as one file; `search`: the query of the search page or of the API */
  trackSearchZip: (search: Readonly<Record<string, string>> = {}) => `/tracksearch.zip${query(search)}`,
  trackReplaysZip: (trackId: number, key: string | null = null) =>
    `/trackreplays/${trackId}.zip${query({ key })}`,
  /** counts a download of the whole pack */
  trackPackDownload: (packId: number) => `/trackpackdl/${packId}`,
  trackPackShow: (packId: number) => `/trackpackshow/${packId}`,
  /** the picture of a pack, or a placeholder; `version` changes with its content */
  trackPackThumb: (packId: number, parts: { width?: number; version?: string } = {}) =>
    `/trackpackshow/${packId}/thumb/${query({ w: parts.width ?? null, v: parts.version ?? null })}`,
  trackPackCreate: () => '/trackpackcreate',
  trackPackEdit: (packId: number, done: 'saved' | null = null) =>
    `/trackpackedit/${packId}${query({ done })}`,
  trackPackDelete: (packId: number) => `/trackpackdelete/${packId}`,
  /** without a number: the packs that the viewer may still restore */
  trackPackRestore: (packId?: number) =>
    packId === undefined ? '/trackpackrestore' : `/trackpackrestore/${packId}`,
  trackPackPlay: (packId: number) => `/trackpackplay/${packId}`,
  /** what the game fetches; its query is the game's (site, id) */
  maniaCodePack: () => '/maniacode/pack',
  trackPackMatchSettings: (packId: number) => `/trackpackmatchsettings/${packId}`,
  trackPackList: (packId: number) => `/trackpacklist/${packId}`,
  /** the leaderboard of a pack */
  packLeaderboard: (packId: number) => `/leaderboards${query({ lbid: packId })}`,
  /** the tracks of a pack with their statuses, for its managers; `refused`: how many of the tracks just sent were not added */
  trackPackManage: (packId: number, refused = 0) =>
    `/trackpackmanage/${packId}${query({ refused: refused > 0 ? refused : null })}`,
  trackPackManageTab: (packId: number, tab: string) => `/trackpackmanage/${packId}${query({ tab })}`,
  /** the same page with the forms that change one track */
  trackPackManageTrack: (packId: number, trackId: number) =>
    `/trackpackmanage/${packId}${query({ trackId })}#change`,
  trackPackEntries: (packId: number) => `/trackpackmanage/${packId}/tracks`,
  /** submits a track, or withdraws it */
  trackPackSubmit: (packId: number, trackId?: number) =>
    `/trackpacksubmit/${packId}${query({ trackId: trackId ?? null })}`,
  /** where a track can be submitted, and where it has been */
  trackPackChoose: (trackId: number) => `/trackpacksubmit${query({ trackId })}`,
  packToggleStatus: () => '/trackpack/togglestatus',
  packRemoveTrack: () => '/trackpack/removetrack',
  packMoveTrack: () => '/trackpack/movetrack',
  packAddTracks: () => '/trackpack/addtracks',
  packUndo: () => '/trackpack/undo',
  videoShow: (videoId: number) => `/videoshow/${videoId}`,
  /** `video`: its id or address on the video site */
  postVideo: (parts: { video?: string | null; trackid?: number | null } = {}) =>
    `/postvideo${query({ video: null, trackid: null, ...parts })}`,
  videoEdit: (videoId: number) => `/videoedit/${videoId}`,
  videoLink: (videoId: number) => `/videolink/${videoId}`,
  videoDelete: (videoId: number) => `/videodelete/${videoId}`,
  videoThumb: (videoId: number, version: string) => `/videoshow/${videoId}/thumb${query({ v: version })}`,
  apiRemoteVideo: (linkId: string) => `/api/remote/video/${encodeURIComponent(linkId)}`,
  userShow: (userId: number) => `/usershow/${userId}`,
  /** the page of a user, at the address that they chose if they have one */
  userPage: ({ UserId, CustomUrl = null }: { UserId: number; CustomUrl?: string | null | undefined }) =>
    `/usershow/${CustomUrl ?? UserId}`,
  /** the picture of a user, uploaded or drawn; `version` changes with an uploaded one */
  avatar: (userId: number, version: string | null = null) =>
    `/users/avatar/${userId}${query({ v: version })}`,
  avatarMini: (userId: number, version: string | null = null) =>
    `/users/avatarmini/${userId}${query({ v: version })}`,
  /** the viewer's own page: what it says, and its pictures */
  userEdit: (done: 'saved' | 'avatar' | 'banner' | null = null) => `/useredit${query({ done })}`,
  userFace: (kind: 'avatar' | 'banner') => `/useredit/${kind}`,
  /** where moderators remove a part of a user's page */
  userClean: (userId: number) => `/userclean/${userId}`,
  /** a part of a user's page */
  userTab: (person: { UserId: number; CustomUrl?: string | null | undefined }, show: string) =>
    `/usershow/${person.CustomUrl ?? person.UserId}${query({ show })}`,
  /** the banner of a user's page; it exists only if it was uploaded */
  banner: (userId: number, parts: { width?: number; version?: string } = {}) =>
    `/users/banner/${userId}${query({ w: parts.width ?? null, v: parts.version ?? null })}`,
  /** the page of the track that contains this comment, scrolled to it; `key`: the secret of an unlisted track's link */
  trackComment: (trackId: number, commentId: number, key: string | null = null) =>
    `/trackshow/${trackId}${query({ comment: commentId, key })}#comment-${commentId}`,
  /** the viewer's own text on the track's page while it waits for a moderator */
  trackHeld: (trackId: number, heldId: number, key: string | null = null) =>
    `/trackshow/${trackId}${query({ key })}#held-${heldId}`,
  /** writing: commentId 0 for a new one */
  commentUpdate: (
    trackId: number,
    kind: 'award' | 'comment',
    commentId: number,
    { replyTo = null, key = null }: { replyTo?: number | null; key?: string | null } = {},
  ) => `/commentupdate/${trackId}/${kind}/${commentId}${query({ replyTo, key })}`,
  commentDelete: (commentId: number, key: string | null = null) =>
    `/commentdelete/${commentId}${query({ key })}`,
  /** an older file of a track: `version` counts from 1 */
  trackVersion: (trackId: number, version: number, key: string | null = null) =>
    `/trackgbx/${trackId}${query({ version, key })}`,
  trackEdit: (trackId: number, done: 'saved' | 'file' | 'version' | 'link' | null = null) =>
    `/trackedit/${trackId}${query({ done })}`,
  trackReplace: (trackId: number) => `/trackreplace/${trackId}`,
  /** makes an earlier file the current one */
  trackSetVersion: (trackId: number) => `/trackversion/${trackId}`,
  trackRelease: (trackId: number) => `/trackrelease/${trackId}`,
  trackLink: (trackId: number) => `/tracklink/${trackId}`,
  trackDelete: (trackId: number) => `/trackdelete/${trackId}`,
  /** without a number: the tracks that the viewer may still restore */
  trackRestore: (trackId?: number) => (trackId === undefined ? '/trackrestore' : `/trackrestore/${trackId}`),
  trackAuthor: (trackId: number, answer: 'accept' | 'decline' | 'leave') =>
    `/trackauthor/${trackId}/${answer}`,
  mapAuthorization: (trackId: number) => `/maps/toggleauthorization/${trackId}`,
  /** the viewer's inbox, or what `show` names */
  messages: (show?: 'archive' | 'settings') =>
    show === 'settings' ? '/messages?done=settings' : `/messages${query({ box: show ?? null })}`,
  newMessage: (to?: number) => `/messages/new${query({ to: to ?? null })}`,
  messageSearch: (q?: string) => `/messages/search${query({ q: q ?? null })}`,
  messagesRead: () => '/messages/read',
  messageSettings: () => '/messages/settings',
  /** a conversation; with a message, the page that begins with it */
  conversation: (conversationId: number, messageId?: number) =>
    messageId === undefined
      ? `/messages/${conversationId}`
      : `/messages/${conversationId}?message=${messageId}#message-${messageId}`,
  conversationPeople: (conversationId: number) => `/messages/${conversationId}/people`,
  conversationLeave: (conversationId: number) => `/messages/${conversationId}/leave`,
  conversationRead: (conversationId: number) => `/messages/${conversationId}/read`,
  toggleMessageViewState: (conversationId: number) => `/togglepmthreadviewstate/${conversationId}`,
  messageDelete: (messageId: number) => `/messagedelete/${messageId}`,
  notices: (group: string | null = null) => `/notices${query({ group })}`,
  noticesRead: () => '/notices/read',
  noticeRead: (noticeId: number) => `/notices/${noticeId}/read`,
  noticeUnread: (noticeId: number) => `/notices/${noticeId}/unread`,
  /** the newest notices, for the list in the header */
  noticesLatest: () => '/notices/latest',
  noticeSettings: (done: 'saved' | null = null) => `/notices/settings${query({ done })}`,
  /** stops mails; the token proves that its bearer received one */
  noticesUnsubscribe: (token: string, done: '1' | null = null) =>
    `/notices/unsubscribe${query({ token, done })}`,
  /** the form that reports something to the crew; `of` says which of the two reportType 4 means */
  report: (
    reportType: number,
    subjectId: number,
    parts: { of?: string | null; key?: string | null; on?: string | null; done?: '1' } = {},
  ) => `/postcreate${query({ reportType, subjectId, of: null, key: null, on: null, ...parts })}`,
  postCreate: () => '/postcreate',
  ...moderationRoutes,
  remotePictureShow: picturePage,
  /** the names of what messages refer to, for messages that a browser renders */
  messageNames: () => '/messagenames',
  apiTracks: () => '/api/tracks',
  apiReplays: () => '/api/replays',
  apiPacks: () => '/api/trackpacks',
  apiUsers: () => '/api/users',
  apiVideos: () => '/api/videos',
  apiNews: () => '/api/news',
  apiLeaderboards: () => '/api/leaderboards',
} as const;
