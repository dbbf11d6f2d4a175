/** Search words: frequent, rare, short, and without letters. */
const words = ['driver', 'a', 'zq', 'speed', '77', '!?'];

/** Pages that every user may open. User, track, pack, video and thread 1 are the most active. */
const open: readonly string[] = [
  '/',
  '/?tracksfrontpagetiles.from=300000',
  '/?awards.from=500000&trackpacksfrontpage.from=1500&videosfrontpage.from=3000',
  '/?lbfrontpagemini.from=90000&lbfrontpage.order=3',
  ...[1, 2, 900, 300_000].flatMap((id) => [
    `/trackshow/${id}`,
    `/trackshow/${id}?p=900`,
    `/trackshow/${id}?comment=700001`,
    `/trackshow/${id}?packid=6`,
    `/trackshow/${id}?replays.from=1700000&trackvideos.order=5`,
  ]),
  ...[1, 2, 900, 150_000].flatMap((id) => [
    `/usershow/${id}`,
    `/usershow/${id}?p=20`,
    `/usershow/${id}?replays.from=1700000&awards.from=700000&comments.from=700001`,
  ]),
  ...[6, 7, 1001].flatMap((id) => [`/trackpackshow/${id}`, `/trackpackshow/${id}?p=40`]),
  ...[1, 2, 1001].map((id) => `/videoshow/${id}`),
  ...[1, 2].flatMap((id) => [`/threadshow/${id}`, `/threadshow/${id}?p=999999`, `/threadshow/${id}?p=500`]),
  ...['', '?board=1', '?board=2', '?threads.from=1000', '?latestthreads.order=5'].map(
    (query) => `/forumsshow${query}`,
  ),
  ...['/tracksearch', '/usersearch', '/videosearch', '/trackpacksearch', '/news', '/leaderboards'].flatMap(
    (path) => [
      path,
      `${path}?count=100`,
      `${path}?from=1000`,
      `${path}?from=1000&dm=1`,
      ...words.flatMap((word) => [`${path}?query=${encodeURIComponent(word)}`]),
      ...words.flatMap((word) => [`${path}?query=${encodeURIComponent(word)}&from=1000`]),
    ],
  ),
  '/tracksearch?view=tiles',
  ...['author:1', 'replaysby:1', 'awardedby:1', 'tag:1', 'lbtype:Standard'].map(
    (query) => `/tracksearch?query=${encodeURIComponent(query)}`,
  ),
  ...words.map((word) => `/leaderboards?username=${encodeURIComponent(word)}`),
  '/leaderboards?lbid=1&lbenv=0',
  '/leaderboards?lbid=2',
  '/crew',
  '/trackbeta',
  '/api/viewer',
  // suggestions in the header
  ...words.flatMap((word) =>
    [
      'tracks?order1=6&order2=2&fields=TrackId,TrackName,Uploader.Name,AuthorTime',
      'users?order1=relevance&fields=UserId,Name,Tracks',
      'videos?order1=relevance&fields=VideoId,Title,Author',
    ].map((list) => `/api/${list}&count=10&name=${encodeURIComponent(word)}`),
  ),
];

/** A user's own pages. */
const own: readonly string[] = [
  '/notices',
  '/notices?after=0.1700000000000.1000',
  '/account',
  ...['mytracks', 'myplaylater', 'myreplays', 'myawards', 'mydownloads'].map(
    (kind) => `/tracksearch/${kind}`,
  ),
  '/trackpacksearch/mytrackpacks',
  '/usersearch?query=in:favorite',
  '/trackrestore',
];

/** Addresses that a visitor opens, and those that user 1 opens. */
export const pageRequests = { visitor: open, member: [...open, ...own] } as const;
