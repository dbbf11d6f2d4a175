import { expect } from 'vitest';
import { serveEditions } from './edition.ts';
import { contract, type Rule } from './rules.ts';

const editions = await serveEditions();
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/;
const ids = (rows: Record<string, number>[], name: string) => rows.map((row) => row[name]);

const replayFields =
  'ReplayId,User,ReplayTime,ReplayScore,ReplayRespawns,ReplayAt,TrackAt,Position,Score,IsBest,IsLeaderboard,Validated,Track.Type';

const replays: Rule[] = [
  [
    'of a track: the best of the current version first, then what it beat, then what older versions saw',
    async ({ rows, made }) => {
      const { record, second, beaten, older } = made.replays;
      const found = await rows(`/api/replays?trackId=${made.tracks.race}&fields=ReplayId`);
      expect(ids(found, 'ReplayId')).toEqual([record, second, beaten, older]);
    },
  ],
  [
    'each driver’s best alone, and only the others',
    async ({ rows, made }) => {
      const { record, second, beaten, older } = made.replays;
      const best = await rows(`/api/replays?trackid=${made.tracks.race}&best=1&fields=ReplayId`);
      expect(ids(best, 'ReplayId')).toEqual([record, second]);
      const others = await rows(`/api/replays?trackid=${made.tracks.race}&best=0&fields=ReplayId,Position`);
      expect(others).toEqual([
        { ReplayId: beaten, Position: null },
        { ReplayId: older, Position: null },
      ]);
    },
  ],
  [
    'one row is the record',
    async ({ row, made }) =>
      expect(await row(`/api/replays?trackid=${made.tracks.race}&count=1&fields=ReplayId`)).toEqual({
        ReplayId: made.replays.record,
      }),
  ],
  [
    'one replay by its number',
    async ({ row, made }) =>
      expect(await row(`/api/replays?from=${made.replays.second}&count=1&fields=ReplayId`)).toEqual({
        ReplayId: made.replays.second,
      }),
  ],
  [
    'of a driver',
    async ({ rows, made }) => {
      const found = await rows(
        `/api/replays?trackid=${made.tracks.race}&userid=${made.people.ben.userId}&fields=ReplayId`,
      );
      expect(ids(found, 'ReplayId')).toEqual([made.replays.record, made.replays.beaten]);
    },
  ],
  [
    'every field has the type that tools declare; positions count from 0',
    async ({ row, made }) =>
      expect(await row(`/api/replays?id=${made.replays.record}&fields=${replayFields}`)).toEqual({
        ReplayId: made.replays.record,
        User: { UserId: made.people.ben.userId, Name: made.people.ben.name },
        ReplayTime: 39_000,
        ReplayScore: 0,
        ReplayRespawns: 0,
        ReplayAt: expect.stringMatching(instant),
        TrackAt: '2026-01-06T00:00:00.000',
        Position: 0,
        Score: 900,
        IsBest: 1,
        IsLeaderboard: 2,
        Validated: true,
        Track: { Type: 0 },
      }),
  ],
  [
    'the version that was driven has the date of the track’s own last change',
    async ({ row, made }) => {
      const { UpdatedAt } = await row(`/api/tracks?id=${made.tracks.race}&fields=UpdatedAt`);
      const { TrackAt } = await row(`/api/replays?id=${made.replays.record}&fields=TrackAt`);
      expect(TrackAt).toBe(UpdatedAt);
    },
  ],
  [
    'what was beaten has no position, and a replay without points none',
    async ({ row, made }) =>
      expect(
        await row(`/api/replays?id=${made.replays.beaten}&fields=Position,Score,IsBest,IsLeaderboard`),
      ).toEqual({ Position: null, Score: null, IsBest: 0, IsLeaderboard: 0 }),
  ],
  [
    'the score is points on Stunts and respawns on Platform',
    async ({ row, made }) => {
      const { platform, stunts } = made.tracks;
      const fields = 'ReplayTime,ReplayScore,ReplayRespawns';
      expect(await row(`/api/replays?trackid=${platform}&fields=${fields}`)).toEqual({
        ReplayTime: 90_000,
        ReplayScore: 3,
        ReplayRespawns: 3,
      });
      expect(await row(`/api/replays?trackid=${stunts}&fields=${fields}`)).toEqual({
        ReplayTime: 60_000,
        ReplayScore: 600,
        ReplayRespawns: 0,
      });
    },
  ],
];

const board = 'fields=User,ReplayScore,ReplayWRs,Top10s,Replays,Position,Delta';
const leaderboards: Rule[] = [
  [
    'the best driver first, at position 0',
    async ({ rows, made }) => {
      const [first, ...others] = await rows(`/api/leaderboards?${board}`);
      expect(first).toEqual({
        User: { UserId: made.people.ben.userId, Name: made.people.ben.name },
        ReplayScore: 1000,
        ReplayWRs: 1,
        Top10s: 2,
        Replays: 3,
        Position: 0,
        Delta: 0,
      });
      expect(ids(others, 'Position')).toEqual([1, 2]);
    },
  ],
  [
    'by a part of the driver’s name',
    async ({ rows }) =>
      expect(await rows('/api/leaderboards?username=zoe&fields=Position')).toEqual([{ Position: 2 }]),
  ],
  [
    'the standard board by its number; boards nobody is on are empty',
    async ({ rows }) => {
      expect(await rows('/api/leaderboards?lbid=0')).toHaveLength(3);
      for (const lbid of [1, 2, 5]) expect(await rows(`/api/leaderboards?lbid=${lbid}`)).toEqual([]);
    },
  ],
  [
    'any other number is the board of that pack',
    async ({ rows, made }) =>
      expect(await rows(`/api/leaderboards?lbid=${made.pack}&fields=User.UserId`)).toEqual([
        { User: { UserId: made.people.cy.userId } },
      ]),
  ],
  [
    'an environment by number, counted from 1, or by name; 0 is all of them',
    async ({ rows, site, made }) => {
      const [environment] = site.environments;
      const own = [{ User: { UserId: made.people.ben.userId } }];
      expect(await rows(`/api/leaderboards?lbenv=${environment}&fields=User.UserId`)).toEqual(own);
      for (const every of ['0', 'All', 'all'])
        expect(await rows(`/api/leaderboards?lbenv=${every}`), every).toHaveLength(3);
    },
  ],
  [
    'the next page goes on from a position',
    async ({ json }) =>
      expect(await json('/api/leaderboards?after=0&count=1&fields=Position')).toEqual({
        More: true,
        Results: [{ Position: 1 }],
      }),
  ],
];

const packs: Rule[] = [
  [
    'every field has the type that tools declare',
    async ({ row, made }) => {
      const fields =
        'PackId,PackName,Tracks,PackValue,AllowsTrackSubmissions,IsLegacy,Downloads,CreatedAt,UpdatedAt,Creator,Managers[]';
      const { ann, ben } = made.people;
      expect(await row(`/api/trackpacks?fields=${fields}`)).toEqual({
        PackId: made.pack,
        PackName: 'Summer Cup',
        Tracks: expect.any(Number),
        PackValue: 70,
        AllowsTrackSubmissions: false,
        IsLegacy: false,
        Downloads: 3,
        CreatedAt: expect.stringMatching(instant),
        UpdatedAt: expect.stringMatching(instant),
        Creator: { UserId: ann.userId, Name: 'Ann' },
        Managers: [{ User: { UserId: ben.userId, Name: ben.name }, Role: 'judge' }],
      });
    },
  ],
  ...(
    [
      ['by number', ({ pack }) => `id=${pack}`],
      ['by a part of the name', () => 'name=mer'],
      ['by the one who made it, by name', () => 'creator=ANN'],
      ['by the one who made it, by number', ({ people }) => `creator=${people.ann.userId}`],
      ['by a track in it', ({ tracks }) => `trackid=${tracks.race}`],
      ['by the one who manages it', ({ people }) => `manageruserid=${people.ben.userId}`],
    ] as const satisfies readonly (readonly [string, (made: (typeof editions)[number]['made']) => string])[]
  ).map(
    ([rule, query]): Rule => [
      rule,
      async ({ rows, made }) => {
        const found = [{ PackId: made.pack }];
        expect(await rows(`/api/trackpacks?fields=PackId&${query(made)}`)).toEqual(found);
      },
    ],
  ),
  [
    'by a track that is not approved in it: not found',
    async ({ rows, made }) =>
      expect(await rows(`/api/trackpacks?trackid=${made.tracks.platform}`)).toEqual([]),
  ],
];

const people: Rule[] = [
  [
    'every field has the type that tools declare; what a person wrote is empty without words',
    async ({ row, made }) => {
      const counters = [
        'Tracks,TrackPacks,ForumPosts,ForumThreads,VideosCreated,VideosPosted,TrackCommentsReceived,TrackCommentsGiven',
        'TrackAwardsReceived,TrackAwardsGiven,Replays,Favorites,Achievements',
      ].join();
      const found = await row(
        `/api/users?id=${made.people.ann.userId}&fields=UserId,Name,RegisteredAt,CustomTitle,UserComments,IsSupporter,IsModerator,${counters}`,
      );
      expect(found).toMatchObject({
        UserId: made.people.ann.userId,
        Name: 'Ann',
        RegisteredAt: '2026-01-01T00:00:00.000',
        CustomTitle: null,
        UserComments: '',
        IsSupporter: false,
        IsModerator: false,
        Tracks: 4,
        TrackAwardsReceived: 1,
      });
      for (const counter of counters.split(',')) expect(found[counter], counter).toEqual(expect.any(Number));
    },
  ],
  [
    'a medal counts among those below it, too',
    async ({ row, made }) => {
      const medals = 'AuthorMedals,GoldMedals,SilverMedals,BronzeMedals';
      const counted = (AuthorMedals: number, rest: number) => ({
        AuthorMedals,
        GoldMedals: rest,
        SilverMedals: rest,
        BronzeMedals: rest,
      });
      const of = (userId: number) => row(`/api/users?id=${userId}&fields=${medals}`);
      expect(await of(made.people.ben.userId)).toEqual(counted(1, 1));
      expect(await of(made.people.ann.userId)).toEqual(counted(0, 1));
    },
  ],
  [
    'by a part of the name: all who have it, among them the one who is called so',
    async ({ rows }) => {
      const found = await rows('/api/users?name=n&fields=Name');
      expect(found.map(({ Name }) => Name).sort()).toEqual(['#masters of Ben', 'Ann']);
      expect((await rows('/api/users?name=ann&fields=Name'))[0]).toEqual({ Name: 'Ann' });
    },
  ],
  [
    'the same for every page number: it is no parameter here',
    async ({ get }) => {
      const texts = await Promise.all([0, 1, 2].map((page) => get(`/api/users?name=Ann&page=${page}`)));
      expect(new Set(texts.map(({ text }) => text)).size).toBe(1);
    },
  ],
  ...(
    [
      ['tracksmin=4', ['Ann']],
      ['tracksmax=0', []],
      ['awardsmin=1&awardsmax=1', ['Zoé', 'Ann']],
      ['awardsgivenmin=1', ['Zoé']],
      ['awardsgivenmax=0', ['#masters of Ben', 'Ann']],
      ['registeredafter=2026-01-02&registeredbefore=2026-01-02', ['#masters of Ben']],
      ['insupporters=1', []],
      ['inmoderators=1', []],
      ['inmoderators=0', ['Zoé', '#masters of Ben', 'Ann']],
      ['mxid=1,2', []],
    ] as const
  ).map(
    ([query, names]): Rule => [
      `${query} finds ${names.join(', ') || 'nobody'}`,
      async ({ rows }) => {
        const found = await rows(`/api/users?fields=Name&${query}`);
        expect(found.map(({ Name }) => Name)).toEqual(names);
      },
    ],
  ),
];

const others: Rule[] = [
  [
    'videos of a track, with what players of videos need',
    async ({ row, made }) =>
      expect(
        await row(`/api/videos?trackid=${made.tracks.race}&fields=LinkId,Title,PublishedAt,Thumbnail`),
      ).toEqual({
        LinkId: 'abcdefghijk',
        Title: 'A lap',
        PublishedAt: '2026-01-22T00:00:00.000',
        Thumbnail: expect.any(String),
      }),
  ],
  [
    'videos by title',
    async ({ rows }) => {
      expect(await rows('/api/videos?title=LAP')).toHaveLength(1);
      expect(await rows('/api/videos?title=nothing')).toEqual([]);
    },
  ],
  [
    'online records of a track; none is an empty list',
    async ({ rows, made }) => {
      const of = (trackId: number) =>
        rows(`/api/tracks/dedimania?trackId=${trackId}&count=10&fields=Time,Login,Mode,Server`);
      expect(await of(made.tracks.race)).toEqual([
        { Time: 38_900, Login: 'ben_login', Mode: expect.any(Number), Server: 'Here' },
      ]);
      expect(await of(made.tracks.bare)).toEqual([]);
    },
  ],
  [
    'awards and comments of a track',
    async ({ rows, made }) => {
      const about = `trackid=${made.tracks.race}&fields=User.UserId,IsAward`;
      expect(await rows(`/api/tracks/awards?${about}`)).toEqual([
        { User: { UserId: made.people.cy.userId }, IsAward: true },
      ]);
      expect(await rows(`/api/tracks/comments?${about}`)).toEqual([
        { User: { UserId: made.people.ben.userId }, IsAward: false },
      ]);
    },
  ],
  [
    'news',
    async ({ row }) =>
      expect(await row('/api/news?fields=Title,Message')).toEqual({ Title: 'Hello', Message: 'All new.' }),
  ],
];

contract(editions, { replays, leaderboards, packs, people, others });
