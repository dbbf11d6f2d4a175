import { routes } from '#routes/routes.ts';
import { demoComment, demoPicture, demoTrack } from '../tools/demo.ts';
import { adminPages } from './administration.ts';
import { forumPages } from './forum.ts';
import { moderationPages } from './moderation.ts';
import { newsAndVideoPages } from './news-and-videos.ts';
import { packPages } from './packs.ts';
import { newest, type SmokePage } from './smoke-page.ts';
import { userPages } from './users.ts';

/** Every page. */
export const pages: readonly SmokePage[] = [
  { name: 'home', file: 'index.astro', reads: true, path: () => routes.home() },
  {
    name: 'track',
    file: 'trackshow/[id].astro',
    reads: true,
    path: async (origin) => routes.trackShow((await demoTrack(origin)).TrackId),
  },
  {
    name: 'replay history',
    file: 'trackreplayshow/[id].astro',
    reads: true,
    path: async (origin) => routes.trackReplayShow((await demoTrack(origin)).TrackId),
  },
  {
    name: 'replay viewer',
    file: 'trackreplayview/[id].astro',
    path: async (origin) => routes.replayView((await demoTrack(origin)).TrackId),
  },
  ...userPages,
  {
    name: 'video',
    file: 'videoshow/[id].astro',
    reads: true,
    path: async (origin) => routes.videoShow(await newest(origin, routes.apiVideos(), 'VideoId')),
  },
  ...forumPages,
  ...adminPages,
  { name: 'picture', file: 'remotepictureshow/[key].astro', reads: true, path: demoPicture },
  { name: 'api', file: 'api.astro', reads: true, path: () => routes.api() },
  { name: 'rules', file: 'rules.astro', reads: true, path: () => routes.rules() },
  { name: 'about', file: 'about.astro', reads: true, path: () => routes.about() },
  { name: 'shortcuts', file: 'shortcuts.astro', path: () => routes.shortcuts() },
  { name: 'editions', file: 'editions.astro', reads: true, path: () => routes.editions() },
  {
    name: 'post replays',
    file: 'replayupload.astro',
    needs: 'account',
    path: () => routes.replayUpload(),
  },
  ...(
    [
      ['replaydelete', (id: number) => routes.replayDelete(id)],
      ['replayrestore', (id: number) => routes.replayRestore(id)],
      ['replaysecret', (id: number) => routes.replaySecret(id)],
    ] as const
  ).map(
    ([name, path]): SmokePage => ({
      name,
      file: `${name}/[replayId].astro`,
      needs: 'moderator',
      path: async (origin) => path(await newest(origin, '/api/replays', 'ReplayId')),
    }),
  ),
  {
    name: 'online record',
    file: 'onlinerecord/[recordId].astro',
    needs: 'moderator',
    path: async (origin) => routes.onlineRecord(await newest(origin, '/api/tracks/dedimania', 'RecordId')),
  },
  {
    name: 'waiting online records',
    file: 'onlinerecords/[userId].astro',
    needs: 'moderator',
    path: async (origin) => routes.onlineRecords(await newest(origin, '/api/users', 'UserId')),
  },
  {
    name: 'claim to a login',
    file: 'loginclaim/[claimId].astro',
    needs: 'moderator',
    // the demo community has one on each edition
    path: () => routes.loginClaim(1),
  },
  {
    name: 'evidence sheet',
    file: 'replayevidence/[replayId].astro',
    needs: 'moderator',
    path: async (origin) => routes.replayEvidence(await newest(origin, '/api/replays', 'ReplayId')),
  },
  { name: 'login', file: 'login.astro', reads: true, path: () => routes.login() },
  { name: 'register', file: 'register.astro', reads: true, path: () => routes.register() },
  { name: 'forgot', file: 'account/forgot.astro', reads: true, path: () => routes.forgotPassword() },
  { name: 'reset', file: 'account/reset.astro', reads: true, path: () => routes.resetPassword('unknown') },
  {
    name: 'confirm',
    file: 'account/confirm.astro',
    reads: true,
    path: () => routes.accountConfirm('unknown'),
  },
  { name: 'signed-in', file: 'account/signedin.astro', needs: 'account', path: () => routes.signedIn() },
  { name: 'account', file: 'account/index.astro', needs: 'account', path: () => routes.account() },
  {
    name: 'password',
    file: 'account/password.astro',
    needs: 'account',
    path: () => routes.accountPassword(),
  },
  {
    name: 'confirm who you are',
    file: 'account/again.astro',
    needs: 'account',
    path: () => routes.accountAgain(routes.account()),
  },
  {
    name: 'change of address',
    file: 'account/email.astro',
    needs: 'account',
    path: () => routes.accountEmail(),
  },
  { name: 'name', file: 'account/name.astro', needs: 'account', path: () => routes.accountName() },
  { name: 'delete', file: 'account/delete.astro', needs: 'account', path: () => routes.accountDelete() },
  {
    name: 'suspended',
    file: 'account/suspended.astro',
    reads: true,
    path: () => routes.accountSuspended('unknown'),
  },
  {
    name: 'sanctions',
    file: 'account/sanctions.astro',
    needs: 'account',
    path: () => routes.accountSanctions(),
  },
  {
    name: 'record of a person',
    file: 'moderation/person/[site]/[userId].astro',
    needs: 'moderator',
    path: async (origin) =>
      routes.moderationPerson(
        new URL(origin).hostname.split('.')[0] ?? '',
        await newest(origin, routes.apiUsers(), 'UserId'),
      ),
  },
  { name: 'closed', file: 'account/closed.astro', reads: true, path: () => routes.accountClosed() },
  { name: 'reopen', file: 'account/reopen.astro', reads: true, path: () => routes.accountReopen('unknown') },
  { name: 'own data', file: 'account/export.astro', needs: 'account', path: () => routes.accountExport() },
  {
    name: 'two-step verification',
    file: 'account/factors.astro',
    needs: 'account',
    path: () => routes.accountFactors(),
  },
  // unless an app is being set up, or codes were just created, these two redirect to the page above
  { name: 'code app', file: 'account/app.astro', needs: 'account', path: () => routes.accountApp() },
  {
    name: 'recovery codes',
    file: 'account/recoverycodes.astro',
    needs: 'account',
    path: () => routes.recoveryCodes(),
  },
  {
    name: 'API tokens',
    file: 'account/tokens/index.astro',
    needs: 'account',
    path: () => routes.accountTokens(),
  },
  // unless a token was just created, this redirects to the page above
  {
    name: 'new API token',
    file: 'account/tokens/new.astro',
    needs: 'account',
    path: () => routes.accountNewToken(),
  },
  { name: 'second step', file: 'login/second.astro', path: () => routes.secondStep() },
  { name: 'upload', file: 'trackupload.astro', needs: 'account', path: () => routes.trackUpload() },
  {
    name: 'upload of many',
    file: 'multitrackupload.astro',
    needs: 'account',
    path: () => routes.multiTrackUpload(),
  },
  {
    name: 'comment form',
    file: 'commentupdate/[trackId]/[kind]/[commentId].astro',
    needs: 'account',
    path: async (origin) => {
      const { CommentId, Track } = await demoComment(origin);
      return routes.commentUpdate(Track.TrackId, 'comment', 0, { replyTo: CommentId });
    },
  },
  {
    name: 'deleting what others wrote',
    file: 'commentdelete/[commentId].astro',
    needs: 'moderator',
    path: async (origin) => routes.commentDelete((await demoComment(origin)).CommentId),
  },
  { name: 'track search', file: 'tracksearch/[...kind].astro', path: () => routes.trackSearch() },
  {
    name: 'track tiles',
    file: 'tracksearch/[...kind].astro',
    path: () => `${routes.trackSearch()}?view=tiles`,
  },
  {
    name: 'my tracks',
    file: 'tracksearch/[...kind].astro',
    needs: 'account',
    path: () => `${routes.trackSearch()}/mytracks`,
  },
  { name: 'play later', file: 'playlater/index.astro', needs: 'account', path: () => routes.playLater() },
  {
    name: 'shared play later list',
    file: 'playlater/[key].astro',
    reads: true,
    // a list that is not shared cannot be seen
    status: 404,
    path: () => routes.sharedPlayLater('unknown'),
  },
  { name: 'beta tracks', file: 'trackbeta.astro', reads: true, path: () => routes.trackBeta() },
  { name: 'user search', file: 'usersearch.astro', path: () => routes.userSearch() },
  { name: 'video search', file: 'videosearch.astro', path: () => routes.videoSearch() },
  { name: 'news', file: 'news.astro', path: () => routes.news() },
  ...newsAndVideoPages,
  { name: 'leaderboards', file: 'leaderboards.astro', path: () => routes.leaderboards() },
  { name: 'crew', file: 'crew.astro', reads: true, path: () => routes.crew() },
  { name: 'achievements', file: 'achievements.astro', reads: true, path: () => routes.achievements() },
  { name: 'messages', file: 'messages/index.astro', needs: 'account', path: () => routes.messages() },
  { name: 'new message', file: 'messages/new.astro', needs: 'account', path: () => routes.newMessage() },
  {
    name: 'search in messages',
    file: 'messages/search.astro',
    needs: 'account',
    path: () => routes.messageSearch('track'),
  },
  {
    name: 'conversation',
    file: 'messages/[id].astro',
    needs: 'account',
    // another user's, or missing
    status: 404,
    path: () => routes.conversation(999_999),
  },
  {
    name: 'blocked users',
    file: 'blockedusers.astro',
    needs: 'account',
    path: () => routes.blockedUsers(),
  },
  { name: 'notices', file: 'notices/index.astro', needs: 'account', path: () => routes.notices() },
  {
    name: 'notice settings',
    file: 'notices/settings.astro',
    needs: 'account',
    path: () => routes.noticeSettings(),
  },
  { name: 'stop e-mails', file: 'notices/unsubscribe.astro', path: () => routes.noticesUnsubscribe('x') },
  ...moderationPages,
  {
    name: 'track edit',
    file: 'trackedit/[id].astro',
    needs: 'moderator',
    path: async (origin) => routes.trackEdit((await demoTrack(origin)).TrackId),
  },
  {
    name: 'track delete',
    file: 'trackdelete/[id].astro',
    needs: 'moderator',
    path: async (origin) => routes.trackDelete((await demoTrack(origin)).TrackId),
  },
  {
    name: 'deleted tracks',
    file: 'trackrestore/index.astro',
    needs: 'account',
    path: () => routes.deletedTracks(),
  },
  {
    name: 'deleted replays',
    file: 'replayrestore/index.astro',
    needs: 'account',
    path: () => routes.deletedReplays(),
  },
  {
    name: 'track restore',
    file: 'trackrestore/[id].astro',
    needs: 'moderator',
    // a row that is not deleted cannot be restored
    status: 404,
    path: async (origin) => routes.trackRestore((await demoTrack(origin)).TrackId),
  },
  ...packPages,
  { name: 'lost', file: '404.astro', reads: true, status: 404, path: () => '/no-such-page' },
  { name: 'broken', file: '500.astro', reads: true, status: 500, path: () => '/500' },
];
