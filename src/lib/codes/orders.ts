/** The values of `order1` and `order2` for an order of a list. */
export type OrderCodes = readonly [ascending: number, descending: number];

type Orders = Readonly<Record<string, OrderCodes>>;

/** Orders of GET /api/tracks. */
export const trackOrderCodes = {
  uploaded: [1, 2],
  updated: [3, 4],
  awards: [5, 6],
  comments: [7, 8],
  activity: [9, 10],
  name: [11, 12],
  uploaderName: [13, 14],
  difficulty: [15, 16],
  downloads: [17, 18],
  value: [19, 20],
  awardsThisWeek: [21, 22],
  awardsThisMonth: [23, 24],
  lastAwarded: [25, 26],
  recordSet: [27, 28],
  userRecordSet: [29, 30],
  awardedByUser: [31, 32],
  downloadedByViewer: [33, 34],
  commentedByUser: [35, 36],
  userPosition: [37, 38],
  length: [39, 40],
  recordTime: [41, 42],
  userTime: [43, 44],
  packPosition: [45, 46],
  queuePosition: [47, 48],
} as const satisfies Orders;

/** Orders of GET /api/users. */
export const userOrderCodes = {
  name: [1, 2],
  tracks: [3, 4],
  packs: [5, 6],
  awardsReceived: [7, 8],
  awardsGiven: [9, 10],
  commentsReceived: [11, 12],
  commentsGiven: [13, 14],
  forumPosts: [15, 16],
  forumThreads: [17, 18],
  registered: [19, 20],
  videosPosted: [21, 22],
  videosCreated: [23, 24],
  replays: [25, 26],
  favorites: [27, 28],
  achievements: [29, 30],
  authorMedals: [31, 32],
  goldMedals: [33, 34],
  silverMedals: [35, 36],
  bronzeMedals: [37, 38],
  crewRole: [39, 40],
} as const satisfies Orders;

/** Orders of GET /api/trackpacks. */
export const packOrderCodes = {
  created: [1, 2],
  updated: [3, 4],
  tracks: [5, 6],
  activity: [7, 8],
  name: [9, 10],
  creatorName: [11, 12],
  downloads: [13, 14],
  value: [15, 16],
} as const satisfies Orders;

/** Orders of GET /api/videos. */
export const videoOrderCodes = {
  posted: [1, 2],
  published: [3, 4],
  title: [5, 6],
  length: [7, 8],
} as const satisfies Orders;

/** Orders of GET /api/posts. */
export const postOrderCodes = { posted: [1, 2] } as const satisfies Orders;

/** Orders of GET /api/threads. */
export const threadOrderCodes = {
  lastPost: [1, 2],
  created: [3, 4],
  posts: [5, 6],
  pinned: [7, 8],
} as const satisfies Orders;
