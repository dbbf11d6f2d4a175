import { expect } from 'vitest';
import type { Rule } from './rules.ts';

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/;
const ids = (rows: Record<string, number>[], name: string) => rows.map((row) => row[name]);

const replayFields =
  'ReplayId,User,ReplayTime,ReplayScore,ReplayRespawns,ReplayAt,TrackAt,Position,Score,IsBest,IsLeaderboard,Validated,Track.Type';

const replays: Rule[] = [
  [
    'of a track: the best of the current version first, then beaten ones, then those of older versions',
    async ({ rows, made }) => {
      const { record, second, beaten, older } = made.replays;
      const found = await rows(`/api/replays?trackId=${made.tracks.race}&fields=ReplayId`);
      expect(ids(found, 'ReplayId')).toEqual([record, second, beaten, older]);
    },
  ],
  [
    'only each driver’s best, and only the others',
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
    'one replay by its id',
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
    'every field has the type that tools declare; positions count from 0; points end after 30 days',
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
        Score: null,
        IsBest: 1,
        IsLeaderboard: 2,
        Validated: true,
        Track: { Type: 0 },
      }),
  ],
  [
    'one whose time is secret is left out, also as a cursor, or marked and 0 if the mark is requested',
    async ({ rows, get, made }) => {
      const ofTrack = `/api/replays?trackid=${made.tracks.secret}`;
      for (const query of ['', '&best=1', `&id=${made.replays.secret}`])
        expect([query, await rows(`${ofTrack}${query}&fields=ReplayId,ReplayTime`)]).toEqual([query, []]);
      expect((await get(`${ofTrack}&from=${made.replays.secret}`)).status).toBe(410);
      expect(await rows(`${ofTrack}&fields=ReplayId,ReplayTime,ReplayRespawns,IsSecret`)).toEqual([
        { ReplayId: made.replays.secret, ReplayTime: 0, ReplayRespawns: 0, IsSecret: true },
      ]);
      expect(await rows(`/api/replays?from=${made.replays.record}&count=1&fields=IsSecret`)).toEqual([
        { IsSecret: false },
      ]);
    },
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
    'a beaten replay has no position, and neither has one without points',
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
    'the standard board by its number; boards without drivers are empty',
    async ({ rows }) => {
      expect(await rows('/api/leaderboards?lbid=0')).toHaveLength(3);
      for (const lbid of [1, 2, 5]) expect(await rows(`/api/leaderboards?lbid=${lbid}`)).toEqual([]);
    },
  ],
  [
    'any other number is the board of the pack with this id',
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
    'the next page continues after a position',
    async ({ json }) =>
      expect(await json('/api/leaderboards?after=0&count=1&fields=Position')).toEqual({
        More: true,
        Results: [{ Position: 1 }],
      }),
  ],
];

export const recordsContract = { replays, leaderboards };
