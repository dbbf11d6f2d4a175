import { expect } from 'vitest';
import type { Rule } from './rules.ts';
import type { Made } from './things.ts';

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/;

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
      ['by the name of its creator', () => 'creator=ANN'],
      ['by the id of its creator', ({ people }) => `creator=${people.ann.userId}`],
      ['by a track in it', ({ tracks }) => `trackid=${tracks.race}`],
      ['by the id of a manager', ({ people }) => `manageruserid=${people.ben.userId}`],
    ] as const satisfies readonly (readonly [string, (made: Made) => string])[]
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
    'every field has the type that tools declare; a missing text is empty',
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
    'a medal also counts as the lower ones',
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
    'by a part of the name: all users who contain it, including an exact match',
    async ({ rows }) => {
      const found = await rows('/api/users?name=n&fields=Name');
      expect(found.map(({ Name }) => Name).sort()).toEqual(['#masters of Ben', 'Ann']);
      expect((await rows('/api/users?name=ann&fields=Name'))[0]).toEqual({ Name: 'Ann' });
    },
  ],
  [
    'the same for every page number, which is not a parameter here',
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
    'online records of a track; an empty list if there are none',
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
    'what the video site says about a video: a visitor signs in first',
    async ({ get }) => {
      const { status, headers } = await get('/api/remote/video/abcdefghijk');
      expect([status, headers['content-type']]).toEqual([401, 'application/problem+json; charset=utf-8']);
    },
  ],
  [
    'news',
    async ({ row }) =>
      expect(await row('/api/news?fields=Title,Message')).toEqual({ Title: 'Hello', Message: 'All new.' }),
  ],
];

export const communityContract = { packs, people, others };
