import { routes } from '#routes/routes.ts';

/** An example request, and what it does. */
export interface ApiExample {
  readonly about: string;
  /** the query string after the path */
  readonly query: string;
}

const one = (about: string, query: Readonly<Record<string, string>>): ApiExample => ({
  about,
  // commas and brackets stay unescaped for readability
  query: new URLSearchParams(query).toString().replaceAll('%2C', ',').replaceAll('%5B%5D', '[]'),
});

/** Examples for every address of /api; the test next to this file sends each to a real server. */
export const apiExamples: Readonly<Record<string, readonly ApiExample[]>> = {
  [routes.apiTracks.pattern]: [
    one('The five newest tracks, with their authors', {
      count: '5',
      fields: 'TrackId,TrackName,Uploader.Name,UploadedAt',
    }),
    one('Expert tracks under a minute, the most awarded first', {
      difficulty: '2',
      authortimemax: '59999',
      order1: '6',
      count: '5',
      fields: 'TrackId,TrackName,AuthorTime,Awards,Tags[]',
    }),
    one('Tracks nobody has driven yet', {
      inhasrecord: '0',
      count: '5',
      fields: 'TrackId,TrackName,AuthorTime',
    }),
    one('Search by name, best match first', {
      name: 'turbo',
      order1: 'relevance',
      count: '5',
      fields: 'TrackId,TrackName,WRReplay.ReplayTime,WRReplay.User.Name',
    }),
  ],
  [routes.trackRandom.pattern]: [
    one('A random track', {}),
    one('A random beginner track', { difficulty: '0' }),
  ],
  [routes.apiReplays.pattern]: [
    one('The latest replays', {
      count: '5',
      fields: 'ReplayId,Track.TrackName,User.Name,ReplayTime,Position',
    }),
    one('Only the best replay of each driver', {
      best: '1',
      count: '5',
      fields: 'ReplayId,User.Name,ReplayTime',
    }),
  ],
  [routes.apiLeaderboards.pattern]: [
    one('The top five of the standard leaderboard', {
      count: '5',
      fields: 'Position,User.Name,ReplayScore,ReplayWRs',
    }),
    one('The classic leaderboard, by world records', {
      lbid: '1',
      order1: '6',
      count: '5',
      fields: 'Position,User.Name,ReplayWRs',
    }),
  ],
  [routes.apiPacks.pattern]: [
    one('Packs that accept submissions', {
      insubmissions: '1',
      fields: 'PackId,PackName,Creator.Name,Tracks',
    }),
    one('The packs with the highest value', {
      order1: '16',
      count: '5',
      fields: 'PackId,PackName,PackValue,Environments[]',
    }),
  ],
  [routes.packRandom.pattern]: [one('A random trackpack', {})],
  [routes.apiUsers.pattern]: [
    one('Users with the most awards received', {
      order1: '8',
      count: '5',
      fields: 'UserId,Name,TrackAwardsReceived',
    }),
    one('The crew', { inmoderators: '1', fields: 'UserId,Name,ModTitle' }),
  ],
  [routes.userRandom.pattern]: [
    one('A random user', {}),
    one('A random user who has built a track', { tracksmin: '1' }),
  ],
  [routes.apiComments.pattern]: [
    one('The latest comments, with the replies to them', {
      count: '3',
      fields: 'CommentId,Track.TrackName,User.Name,Comment,Replies.Comment',
    }),
  ],
  [routes.apiAwards.pattern]: [
    one('The latest awards', { count: '5', fields: 'CommentId,Track.TrackName,User.Name,CommentAt' }),
  ],
  [routes.apiOnlineRecords.pattern]: [
    one('Records of game servers', { count: '5', fields: 'RecordId,TrackId,Login,Time,Server' }),
  ],
  [routes.apiVideos.pattern]: [
    one('The newest videos', { count: '5', fields: 'VideoId,Title,Poster.Name,Length' }),
  ],
  [routes.videoRandom.pattern]: [one('A random video', {})],
  [routes.apiAchievements.pattern]: [
    one('The achievements that most users and tracks have', {
      order1: '4',
      count: '5',
      fields: 'AchievementId,DisplayName,Description,Holders',
    }),
  ],
  [routes.apiNews.pattern]: [
    one('The news of the crew', { count: '3', fields: 'NewsId,Title,PostedAt,User.Name' }),
  ],
  [routes.apiThreads.pattern]: [
    one('Recently active threads', { count: '5', fields: 'ThreadId,Title,Board.Title,Posts,LastPostAt' }),
    one('Threads with the most posts', { order1: '6', count: '5', fields: 'ThreadId,Title,Posts' }),
  ],
  [routes.apiPosts.pattern]: [
    one('The newest posts of the forum', { count: '5', fields: 'PostId,Thread.Title,User.Name,PostedAt' }),
  ],
};

/** Every refusal is a Problem: this one names the unknown field. */
export const apiRefusal: ApiExample = one('A field that does not exist', { fields: 'TrackId,Nothing' });

/** A request that a program sends with an API token, for each address that accepts one. `uid`: of a track of this edition. */
export const writeExamples: Readonly<Record<string, (uid: string) => object>> = {
  [routes.apiOnlineRecords.pattern]: (uid) => ({
    Server: 'Night Shift',
    Records: [{ UId: uid, Mode: 1, Login: 'your_login', Time: 123456 }],
  }),
};
