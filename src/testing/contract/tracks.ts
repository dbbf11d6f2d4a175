import { expect } from 'vitest';
import type { Edition } from './edition.ts';
import type { Rule } from './rules.ts';
import { unlistedKey } from './things.ts';

const all = ['$f00Race', 'Platform', 'Stunts', 'Secret', 'Bare'];

/** One filter: its parameters, and the tracks that it finds, newest first. */
const finds = (rule: string, query: string | ((edition: Edition) => string), ...found: string[]): Rule => [
  rule,
  async (edition) => {
    const parameters = typeof query === 'string' ? query : query(edition);
    expect(await edition.tracks(parameters), parameters).toEqual(found);
  },
];
const env = ({ site }: Edition) => site.environments[0] ?? 0;
const byName = (edition: Edition, name: string) => edition.row(`/api/tracks?name=${name}&fields=${fields}`);
const fields = [
  'TrackId,TrackName,UId,AuthorTime,AuthorScore,GoldTarget,SilverTarget,BronzeTarget,Uploader,Authors,UploadedAt',
  'UpdatedAt,ActivityAt,PrimaryType,Style,Routes,Difficulty,Mood,Environment,Car,Tags,TrackValue,ReplayType,Awards',
  'Comments,AuthorComments,HasThumbnail,IsPublic,Images,UnlimiterVersion,WRReplay,UserReplay,AuthorBeaten',
].join();

const ask: Rule[] = [
  finds('without parameters the newest upload comes first', '', ...all),
  finds('a list of ids', ({ made }) => `id=${made.tracks.race},${made.tracks.bare}`, '$f00Race', 'Bare'),
  finds(
    'ids with escaped commas',
    ({ made }) => `id=${made.tracks.race}%2C${made.tracks.bare}`,
    '$f00Race',
    'Bare',
  ),
  finds('a UId of the current file', ({ made }) => `uid=${made.uid}`, '$f00Race'),
  finds(
    'several UIds, including unknown ones',
    ({ made }) => `uid=${made.uid},NoSuchUid_000000000000000`,
    '$f00Race',
  ),
  finds('a part of the name, regardless of case and codes', 'name=rAcE', '$f00Race'),
  finds('the whole name of an author', 'author=ann', '$f00Race', 'Platform', 'Stunts', 'Secret'),
  finds('a name with punctuation', 'author=%23masters%20of%20Ben', 'Bare'),
  finds('a co-author, by name without accents', 'author=zoe', '$f00Race'),
  finds('an author by number', ({ made }) => `authoruserid=${made.people.cy.userId}`, '$f00Race'),
  finds('the name of a user who awarded it', 'awardedby=Zo%C3%A9', '$f00Race'),
  finds('the id of a user who awarded it', ({ made }) => `awardedby=${made.people.cy.userId}`, '$f00Race'),
  finds('a user who commented on it', 'commentedby=%23masters%20of%20Ben', '$f00Race'),
  finds(
    'a user who drove it, without signing in',
    ({ made }) => `inreplays=1&replaysby=${made.people.ben.userId}`,
    '$f00Race',
    'Platform',
    'Stunts',
  ),
  finds('tracks that a user has not driven', 'inreplays=0&replaysby=%23masters%20of%20Ben', 'Secret', 'Bare'),
  finds('tracks in a video', ({ made }) => `videoid=${made.video}`, '$f00Race'),
  finds('approved tracks of a pack', ({ made }) => `packid=${made.pack}`, '$f00Race', 'Stunts'),
  finds('in the order of the pack', ({ made }) => `packid=${made.pack}&order1=45`, 'Stunts', '$f00Race'),
  finds(
    'only visible tracks, regardless of the requested status',
    ({ made }) => `packid=${made.pack}&status=2`,
  ),
  finds('any of the tags', 'tag=5,1', '$f00Race', 'Stunts'),
  finds('a tag given twice', 'tag=5&tag=1', '$f00Race', 'Stunts'),
  ...['true', 'True', '1'].map((yes) =>
    finds(`all of the tags: ${yes}`, `tag=5,7&taginclusive=${yes}`, '$f00Race'),
  ),
  ...['false', 'False', '0'].map((no) =>
    finds(`not all of the tags: ${no}`, `tag=5,1&taginclusive=${no}`, '$f00Race', 'Stunts'),
  ),
  finds('excluded tags', 'etag=0,4', '$f00Race', 'Stunts'),
  finds('a type', 'primarytype=2', 'Platform'),
  finds('a kind of leaderboard', 'lbtype=1', 'Bare'),
  finds('several kinds of leaderboard', 'lbtype=0,1', ...all),
  finds('uploaded since a day', 'uploadedafter=2026-01-04', '$f00Race', 'Platform'),
  finds('uploaded since an instant', 'uploadedafter=2026-01-05T00:00:00', '$f00Race'),
  finds('an instant as .NET writes it', 'uploadedafter=01/05/2026%2000:00:00%20%2B00:00', '$f00Race'),
  finds(
    'the same with its plus sign unescaped',
    'uploadedafter=01/05/2026 00:00:00 +00:00'.replaceAll(' ', '%20'),
    '$f00Race',
  ),
  finds('uploaded until then', 'uploadedbefore=2026-01-02', 'Secret', 'Bare'),
  finds('bounds of the author time are inclusive', 'authortimemin=41280&authortimemax=41280', ...all),
  finds('beyond the author time', 'authortimemin=41281'),
  finds('an author time of so many seconds', 'length=41s', ...all),
  finds('an author time in milliseconds', 'length=41280', ...all),
  finds('a millisecond more', 'length=41281'),
  finds('a millisecond less', 'length=41279'),
  finds('a range of author times', 'length=30s...1m', ...all),
  finds('a track value', 'valuemin=100&valuemax=120', '$f00Race'),
  finds('environments, counted from 0', (edition) => `environment=${env(edition) - 1}`, ...all),
  finds('cars, counted from 0', ({ site }) => `vehicle=${(site.cars[0] ?? 0) - 1}`, ...all),
  finds('moods', 'mood=3,0', '$f00Race', 'Platform'),
  finds('difficulties', 'difficulty=2', '$f00Race'),
  finds('routes', 'routes=1', '$f00Race'),
  finds('a version of Unlimiter', 'unlimiterver=7', 'Stunts'),
  finds('whichever version of Unlimiter, or none', 'unlimiterver=0', ...all),
  finds("each uploader's newest", 'antispam=1', '$f00Race', 'Bare'),
  finds("each uploader's last awarded", 'antispam=2', '$f00Race'),
  finds('with a record', 'inhasrecord=1', '$f00Race', 'Platform', 'Stunts', 'Secret'),
  finds('without a record', 'inhasrecord=0', 'Bare'),
  finds('made with Unlimiter', 'inunlimiter=1', 'Stunts'),
  finds('by supporters', 'insupporter=1'),
  finds('with a car of another environment', 'inenvmix=1'),
  finds('with a car of its own environment', 'inenvmix=0', ...all),
  finds('the newest of each author', 'inlatestauthor=1', '$f00Race', 'Bare'),
  finds('the last awarded of each author', 'inlatestawardedauthor=1', '$f00Race'),
  finds('with pictures', 'inscreenshot=1', 'Stunts'),
  finds('by several authors', 'incollaborative=1', '$f00Race'),
  finds('featured', 'infeatured=1'),
  finds('beta', 'inbeta=0', ...all),
  finds('whose author time was beaten', 'inauthortimebeaten=1', '$f00Race'),
  ...['inplaylater', 'infavorite', 'indownloads', 'inreplays'].map((flag) =>
    finds(`${flag} finds nothing for a visitor`, `${flag}=1`),
  ),
  [
    'personal lists contain the user’s own tracks when signed in',
    async (edition) =>
      expect(await edition.tracks('inreplays=1', { signedIn: true })).toEqual([
        '$f00Race',
        'Platform',
        'Stunts',
      ]),
  ],
  finds('the track of a secret link', `secret=${unlistedKey}`, 'Unlisted'),
  finds('a secret link together with other filters', `secret=${unlistedKey}&name=bare`),
  finds('a secret that no link has', `secret=${unlistedKey}0`),
  finds('a random one is another address: the parameter is ignored', 'random=1&count=1', '$f00Race'),
  [
    'a page has 40 rows unless another count is requested',
    async (edition) => {
      const { paths } = await edition.json('/api/openapi.json');
      const count = paths['/api/tracks'].get.parameters.find((one: { name: string }) => one.name === 'count');
      expect(count.schema).toMatchObject({ default: 40, maximum: 1000 });
    },
  ],
];

const rows: Rule[] = [
  [
    'numbers, texts and dates are never null',
    async (edition) => {
      for (const name of ['Race', 'Platform', 'Stunts', 'Secret', 'Bare'])
        expect(await byName(edition, name)).toMatchObject({
          TrackId: expect.any(Number),
          TrackName: expect.any(String),
          UId: expect.any(String),
          AuthorTime: 41_280,
          AuthorScore: expect.any(Number),
          AuthorComments: expect.any(String),
          UploadedAt: expect.stringMatching(/^2026-/),
          UpdatedAt: expect.stringMatching(/^2026-/),
          ActivityAt: expect.stringMatching(/^2026-/),
          PrimaryType: expect.any(Number),
          Style: expect.any(Number),
          Routes: expect.any(Number),
          Difficulty: expect.any(Number),
          Mood: expect.any(Number),
          TrackValue: expect.any(Number),
          ReplayType: expect.any(Number),
          Awards: expect.any(Number),
          Comments: expect.any(Number),
          HasThumbnail: expect.any(Boolean),
          IsPublic: true,
        });
    },
  ],
  [
    'the score of a race is 0 if its file has none, and a missing author comment is empty',
    async (edition) =>
      expect(await byName(edition, 'Bare')).toMatchObject({ AuthorScore: 0, AuthorComments: '' }),
  ],
  [
    'the author’s score is points on Stunts and respawns on Platform',
    async (edition) => {
      expect(await byName(edition, 'Stunts')).toMatchObject({ AuthorScore: 450, GoldTarget: 400 });
      expect(await byName(edition, 'Platform')).toMatchObject({ AuthorScore: 4 });
    },
  ],
  [
    'the uploader is a number and a name, and the first of the authors',
    async (edition) => {
      const { ann, cy } = edition.made.people;
      const { Uploader, Authors } = await byName(edition, 'Race');
      expect(Uploader).toEqual({ UserId: ann.userId, Name: 'Ann' });
      expect(Authors).toMatchObject([
        { User: { UserId: ann.userId, Name: 'Ann' }, Role: '' },
        { User: { UserId: cy.userId, Name: 'Zoé' }, Role: 'scenery' },
      ]);
      expect((await byName(edition, 'Bare')).Authors).toHaveLength(1);
    },
  ],
  [
    'environment and car are counted from 1',
    async (edition) =>
      expect(await byName(edition, 'Race')).toMatchObject({
        Environment: edition.site.environments[0],
        Car: edition.site.cars[0],
      }),
  ],
  [
    'tags are plain numbers, of which the first is the style',
    async (edition) => expect(await byName(edition, 'Race')).toMatchObject({ Tags: [5, 7], Style: 5 }),
  ],
  [
    'there is no version of Unlimiter if it was not used',
    async (edition) => {
      expect((await byName(edition, 'Race')).UnlimiterVersion).toBeNull();
      expect((await byName(edition, 'Stunts')).UnlimiterVersion).toBe(7);
    },
  ],
  [
    'missing pictures are null, not an empty list; others have their sizes',
    async (edition) => {
      expect((await byName(edition, 'Race')).Images).toBeNull();
      expect((await byName(edition, 'Stunts')).Images).toEqual([
        { Width: 1280, Height: 720, HasHighQuality: false },
      ]);
    },
  ],
  [
    'a track without a record has none, and a visitor has no own replay',
    async (edition) =>
      expect(await byName(edition, 'Bare')).toMatchObject({ WRReplay: null, UserReplay: null }),
  ],
  [
    'the record of a race has a time, a score of 0 and its driver',
    async (edition) => {
      const { made } = edition;
      expect((await byName(edition, 'Race')).WRReplay).toEqual({
        ReplayId: made.replays.record,
        ReplayTime: 39_000,
        ReplayScore: 0,
        ReplayAt: '2026-01-08T00:00:00.000',
        User: { UserId: made.people.ben.userId, Name: made.people.ben.name },
      });
    },
  ],
  [
    'the score of a record is respawns on Platform and points on Stunts',
    async (edition) => {
      expect((await byName(edition, 'Platform')).WRReplay).toMatchObject({
        ReplayTime: 90_000,
        ReplayScore: 3,
      });
      expect((await byName(edition, 'Stunts')).WRReplay).toMatchObject({
        ReplayTime: 60_000,
        ReplayScore: 600,
      });
    },
  ],
  [
    'the user’s own best is included when signed in',
    async (edition) =>
      expect(
        await edition.row('/api/tracks?name=Race&fields=UserReplay.ReplayTime', { signedIn: true }),
      ).toEqual({ UserReplay: { ReplayTime: 39_000 } }),
  ],
  [
    'a secret record is left out, or 0 and marked if the mark is requested, and sorts like a missing one',
    async (edition) => {
      const record = (given: string, signedIn = false) =>
        edition.row(`/api/tracks?name=Secret&fields=${given}`, { signedIn });
      for (const given of ['WRReplay', 'WRReplay.ReplayTime', 'WRReplay.ReplayId,WRReplay.User.Name'])
        expect([given, await record(given)]).toEqual([given, { WRReplay: null }]);
      for (const given of ['WRReplay', 'WRReplay.ReplayTime,WRReplay.ReplayScore'])
        expect((await record(`${given},WRReplay.IsSecret`)).WRReplay).toMatchObject({
          ReplayTime: 0,
          ReplayScore: 0,
          IsSecret: true,
        });
      expect((await byName(edition, 'Race')).WRReplay).toMatchObject({ ReplayTime: 39_000 });
      const fastest = ['$f00Race', 'Stunts', 'Platform'];
      const [up, down] = [await edition.tracks('order1=41'), await edition.tracks('order1=42')];
      expect([up.slice(0, 3), down.slice(0, 3)]).toEqual([fastest, fastest.toReversed()]);
      for (const rest of [up, down]) expect(rest.slice(3).sort()).toEqual(['Bare', 'Secret']);
    },
  ],
];

export const tracksContract = { 'the parameters of tracks': ask, 'the fields of a track': rows };
