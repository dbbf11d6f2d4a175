import { viewAddress } from '#features/replays/view-address.ts';
import { routes } from '#routes/routes.ts';
import { demoComment, demoDuel, demoPicture, demoTrack } from '../tools/demo.ts';
import { accountPages } from './accounts.ts';
import { adminPages } from './administration.ts';
import { forumPages } from './forum.ts';
import { moderationPages } from './moderation.ts';
import { newsAndVideoPages } from './news-and-videos.ts';
import { packPages } from './packs.ts';
import { newest, type SmokePage } from './smoke-page.ts';
import { userPages } from './users.ts';

/** Every page. */
export const pages: readonly SmokePage[] = [
  {
    name: 'home',
    file: 'index.astro',
    shows: 'lists: see leaks.dbtest.ts',
    reads: true,
    path: () => routes.home(),
  },
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
  {
    name: 'duel',
    file: 'trackreplayview/[id].astro',
    path: async (origin) => {
      const { trackId, replayIds } = await demoDuel(origin);
      return viewAddress(trackId, { replayIds }, null);
    },
  },
  ...userPages,
  {
    name: 'video',
    file: 'videoshow/[id].astro',
    shows: 'videos: see leaks.dbtest.ts',
    reads: true,
    path: async (origin) => routes.videoShow(await newest(origin, routes.apiVideos(), 'VideoId')),
  },
  ...forumPages,
  ...adminPages,
  {
    name: 'picture',
    file: 'remotepictureshow/[key].astro',
    shows: 'pictures of other hosts: see remotepictures/server/pictures.dbtest.ts',
    reads: true,
    path: demoPicture,
  },
  {
    name: 'help',
    file: 'help.astro',
    shows: 'how the site works',
    path: () => routes.help(),
  },
  {
    name: 'api',
    file: 'api.astro',
    shows: 'the description of the interface',
    reads: true,
    path: () => routes.api(),
  },
  { name: 'rules', file: 'rules.astro', shows: 'the edition', reads: true, path: () => routes.rules() },
  { name: 'about', file: 'about.astro', shows: 'the edition', reads: true, path: () => routes.about() },
  {
    name: 'contact',
    file: 'contact.astro',
    shows: 'the edition',
    reads: true,
    path: () => routes.contact(),
  },
  {
    name: 'privacy',
    file: 'privacy.astro',
    shows: 'the edition',
    reads: true,
    path: () => routes.privacy(),
  },
  { name: 'shortcuts', file: 'shortcuts.astro', shows: 'the keyboard', path: () => routes.shortcuts() },
  {
    name: 'editions',
    file: 'editions.astro',
    shows: 'the editions',
    reads: true,
    path: () => routes.editions(),
  },
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
    shows: 'moderators only',
    needs: 'moderator',
    path: async (origin) => routes.onlineRecord(await newest(origin, '/api/tracks/dedimania', 'RecordId')),
  },
  {
    name: 'waiting online records',
    file: 'onlinerecords/[userId].astro',
    shows: 'moderators only: see replays/online/server/trust.dbtest.ts',
    needs: 'moderator',
    path: async (origin) => routes.onlineRecords(await newest(origin, '/api/users', 'UserId')),
  },
  {
    name: 'claim to a login',
    file: 'loginclaim/[claimId].astro',
    shows: 'both sides and moderators: see replays/logins/server/claims.dbtest.ts',
    needs: 'moderator',
    // the demo community has one on each edition
    path: () => routes.loginClaim(1),
  },
  {
    name: 'claim to a copied profile',
    file: 'userclaim/[userId].astro',
    shows: 'the claimant: see mirror/server/claims/claims.dbtest.ts',
    needs: 'account',
    // the demo community has no copies
    status: 404,
    path: () => routes.userClaim(1),
  },
  {
    name: 'evidence sheet',
    file: 'replayevidence/[replayId].astro',
    needs: 'moderator',
    path: async (origin) => routes.replayEvidence(await newest(origin, '/api/replays', 'ReplayId')),
  },
  ...accountPages,
  {
    name: 'record of a person',
    file: 'moderation/person/[site]/[userId].astro',
    shows: 'moderators of the edition: see moderation/person/server/person.dbtest.ts',
    needs: 'moderator',
    path: async (origin) =>
      routes.moderationPerson(
        new URL(origin).hostname.split('.')[0] ?? '',
        await newest(origin, routes.apiUsers(), 'UserId'),
      ),
  },
  {
    name: 'upload',
    file: 'trackupload.astro',
    shows: 'tracks that are yet to be',
    needs: 'account',
    path: () => routes.trackUpload(),
  },
  {
    name: 'upload of many',
    file: 'multitrackupload.astro',
    shows: 'tracks that are yet to be',
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
  {
    name: 'track search',
    file: 'tracksearch/[...kind].astro',
    shows: 'lists: see leaks.dbtest.ts',
    path: () => routes.trackSearch(),
  },
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
  {
    name: 'play later',
    file: 'playlater/index.astro',
    shows: 'one’s own list: lists: see leaks.dbtest.ts',
    needs: 'account',
    path: () => routes.playLater(),
  },
  {
    name: 'shared play later list',
    file: 'playlater/[key].astro',
    reads: true,
    // a list that is not shared cannot be seen
    status: 404,
    path: () => routes.sharedPlayLater('unknown'),
  },
  {
    name: 'beta tracks',
    file: 'trackbeta.astro',
    shows: 'lists: see leaks.dbtest.ts',
    reads: true,
    path: () => routes.trackBeta(),
  },
  { name: 'user search', file: 'usersearch.astro', shows: 'people', path: () => routes.userSearch() },
  { name: 'video search', file: 'videosearch.astro', shows: 'videos', path: () => routes.videoSearch() },
  { name: 'news', file: 'news.astro', shows: 'news', path: () => routes.news() },
  ...newsAndVideoPages,
  {
    name: 'leaderboards',
    file: 'leaderboards.astro',
    shows: 'people and points',
    path: () => routes.leaderboards(),
  },
  { name: 'crew', file: 'crew.astro', shows: 'people', reads: true, path: () => routes.crew() },
  {
    name: 'achievements',
    file: 'achievements.astro',
    shows: 'what can be earned',
    reads: true,
    path: () => routes.achievements(),
  },
  {
    name: 'messages',
    file: 'messages/index.astro',
    shows: 'one’s own conversations',
    needs: 'account',
    path: () => routes.messages(),
  },
  {
    name: 'new message',
    file: 'messages/new.astro',
    shows: 'one’s own messages',
    needs: 'account',
    path: () => routes.newMessage(),
  },
  {
    name: 'search in messages',
    file: 'messages/search.astro',
    shows: 'one’s own conversations',
    needs: 'account',
    path: () => routes.messageSearch('track'),
  },
  {
    name: 'conversation',
    file: 'messages/[id].astro',
    shows: 'one’s own conversations: see messages.dbtest.ts',
    needs: 'account',
    // another user's, or missing
    status: 404,
    path: () => routes.conversation(999_999),
  },
  {
    name: 'blocked users',
    file: 'blockedusers.astro',
    shows: 'one’s own list of people',
    needs: 'account',
    path: () => routes.blockedUsers(),
  },
  {
    name: 'notices',
    file: 'notices/index.astro',
    shows: 'one’s own notices',
    needs: 'account',
    path: () => routes.notices(),
  },
  {
    name: 'notice settings',
    file: 'notices/settings.astro',
    shows: 'one’s own settings',
    needs: 'account',
    path: () => routes.noticeSettings(),
  },
  {
    name: 'stop emails',
    file: 'notices/unsubscribe.astro',
    shows: 'the bearer of a link from a mail: see unsubscribe.dbtest.ts',
    path: () => routes.noticesUnsubscribe('x'),
  },
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
    shows: 'one’s own replays: see replays/removal/server/ended.dbtest.ts',
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
  {
    name: 'lost',
    file: '404.astro',
    shows: 'nothing',
    reads: true,
    status: 404,
    path: () => '/no-such-page',
  },
  { name: 'broken', file: '500.astro', shows: 'nothing', reads: true, status: 500, path: () => '/500' },
];
