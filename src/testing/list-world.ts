import { makeBoard, makeNews, makeThread, makeVideo } from '#db/seeds/make-community.ts';
import {
  makeAward,
  makeComment,
  makeLeaderboardRow,
  makeOnlineRecord,
  makePack,
  makePackManager,
  makePackTrack,
  makeReplay,
} from '#db/seeds/make-lists.ts';
import { Level } from '#lib/codes/level.ts';
import { foldForSearch } from '#lib/game-text/fold.ts';
import { seededRandom } from '#lib/gbx/random.ts';
import type { Viewer } from '#platform/viewer.ts';
import { seenFrom, type TestCtx } from './ctx.ts';
import { makeMember, makeTrack } from './tracks.ts';

/** Draws that come out the same in every run with the same seed. */
export function chooser(seed: number) {
  const random = seededRandom(seed);
  const below = (n: number) => Math.floor(random() * n);
  const oneOf = <T>(items: readonly T[]): T => items[below(items.length)] as T; // never asked of an empty list
  return { below, oneOf, chance: (share: number) => random() < share };
}
export type Chooser = ReturnType<typeof chooser>;

/** A list as the tests of all lists meet it. */
export interface ListCase {
  /** adds a row at random, with keys that others have too */
  add(): Promise<void>;
  /** a value for each filter, seldom nonsense; for every filter the list declares */
  samples: Readonly<Record<string, () => string>>;
}

const words = ['Night', 'Drift', 'Café', 'Speed', '$f00Red', '100%', 'snake_case'];
const parts = ['i', 'dri', 'CAFE', '0%', 'e_c', 'red', 'zzz', '7'];

/** A small world full of ties, and a case for every list of the site. */
export async function makeListWorld(world: TestCtx, seed: number) {
  const { below, oneOf, chance } = chooser(seed);
  const site = world.site.code;
  const db = world.db;
  const instant = () => new Date(Date.UTC(2012, 0, 1 + below(4), below(2)));
  const name = () => `${oneOf(words)} ${oneOf(words)}`;
  const people: Viewer[] = [];
  const tracks: number[] = [];
  const uids: string[] = [];
  const packs: number[] = [];
  const videos: number[] = [];
  const remarks: number[] = [];
  const userId = () => oneOf(people).userId;

  async function addPerson(): Promise<void> {
    const viewer = await makeMember(world);
    const count = () => below(4);
    const called = `${name()}${chance(0.5) ? ` ${below(9)}` : ''}`;
    await db
      .updateTable('profile')
      .set({
        name: called,
        name_folded: foldForSearch(called),
        registered_at: instant(),
        tracks: count(),
        packs: count(),
        awards_received: count(),
        awards_given: count(),
        replays: count(),
        author_medals: count(),
        forum_posts: count(),
      })
      .where('site', '=', site)
      .where('user_id', '=', viewer.userId)
      .execute();
    if (chance(0.2))
      await db
        .updateTable('account')
        .set({ supporter_until: new Date(chance(0.5) ? '2030-01-01' : '2020-01-01') })
        .where('account_id', '=', viewer.accountId)
        .execute();
    if (chance(0.2))
      await db
        .insertInto('role_grant')
        .values({
          account_id: viewer.accountId ?? 0,
          site: oneOf([site, null, 'tmo']),
          level: 4 + below(3),
          granted_by: null,
          granted_at: instant(),
        })
        .execute();
    if (chance(0.2))
      await db
        .insertInto('former_crew')
        .values({ site, user_id: viewer.userId, title: 'Moderator', from_year: 2008, to_year: 2010 })
        .execute();
    if (people.length > 0 && chance(0.5))
      await db
        .insertInto('favorite_user')
        .values({ site, user_id: userId(), favorite_id: viewer.userId, added_at: instant() })
        .execute();
    people.push(viewer);
  }

  async function addTrack(): Promise<void> {
    const trackId = await makeTrack(seenFrom(world, { viewer: oneOf(people) }), {
      name: name(),
      uploadedAt: instant(),
      isPublic: chance(0.8),
      isListed: chance(0.9),
    });
    tracks.push(trackId);
    const { uid } = await db
      .selectFrom('track_version')
      .where('site', '=', site)
      .where('track_id', '=', trackId)
      .select('uid')
      .executeTakeFirstOrThrow();
    uids.push(uid);
  }

  const driven = new Set<string>();
  async function addReplay(): Promise<void> {
    const [trackId, driver] = [oneOf(tracks), userId()];
    const isFirst = !driven.has(`${trackId}/${driver}`);
    driven.add(`${trackId}/${driver}`);
    await makeReplay(world, {
      trackId,
      userId: driver,
      position: isFirst && chance(0.7) ? below(4) : null,
      points: chance(0.5) ? below(4) : null,
      timeMs: 40_000 + below(3),
      at: instant(),
      driverLogin: chance(0.5) ? oneOf(['ann', 'ben']) : null,
      secretUntil: chance(0.2) ? new Date('2030-01-01') : null,
      validated: chance(0.5),
    });
  }

  async function addPack(): Promise<void> {
    const packId = await makePack(world, {
      ownerId: userId(),
      name: name(),
      isPublic: chance(0.8),
      mapListReleased: chance(0.8),
      allowsSubmissions: chance(0.5),
      isLegacy: chance(0.3),
      downloads: below(4),
      packValue: below(4),
      at: instant(),
    });
    packs.push(packId);
    await makePackTrack(world, { packId, trackId: oneOf(tracks), addedBy: userId() });
    if (chance(0.5)) await makePackManager(world, { packId, userId: userId() });
    await makeLeaderboardRow(world, { board: packId, userId: userId(), position: 0, score: below(4) });
  }

  const seats = new Map<string, { board: number; environment: number; taken: Set<number> }>();
  async function addLeaderboardRow(): Promise<void> {
    const board = oneOf([0, 0, 1]);
    const environment = oneOf([0, 0, 7]);
    const key = `${board}/${environment}`;
    const seat = seats.get(key) ?? { board, environment, taken: new Set<number>() };
    seats.set(key, seat);
    const free = people.find((person) => !seat.taken.has(person.userId));
    if (!free) return;
    const position = seat.taken.size;
    seat.taken.add(free.userId);
    await makeLeaderboardRow(world, {
      board,
      environment,
      userId: free.userId,
      position,
      score: 1000 - position,
      replays: below(3),
      records: below(3),
      top10s: below(3),
    });
  }

  async function addRemark(): Promise<void> {
    const spec = { trackId: oneOf(tracks), userId: userId(), text: name(), at: instant() };
    const deletedAt = chance(0.2) ? instant() : null;
    const id = await makeComment(world, { ...spec, deletedAt });
    remarks.push(id);
    while (chance(0.4)) await makeComment(world, { ...spec, parentId: id, deletedAt });
  }

  const awarded = new Set<string>();
  async function addAward(): Promise<void> {
    const spec = { trackId: oneOf(tracks), userId: userId(), text: name(), at: instant() };
    const key = `${spec.trackId}/${spec.userId}`;
    if (awarded.has(key)) return;
    awarded.add(key);
    remarks.push(await makeAward(world, { ...spec, deletedAt: chance(0.2) ? instant() : null }));
  }

  let online = 0;
  const addOnlineRecord = () =>
    makeOnlineRecord(world, { uid: oneOf(uids), login: `driver${++online}`, timeMs: 40_000 + below(3) });

  let links = 0;
  async function addVideo(): Promise<void> {
    const shown = new Set([oneOf(tracks), oneOf(tracks)]);
    videos.push(
      await makeVideo(world, {
        posterId: userId(),
        creatorId: chance(0.5) ? userId() : null,
        title: name(),
        linkId: `link${++links}`,
        lengthS: below(4),
        at: instant(),
        publishedAt: instant(),
        tracks: [...shown].map((trackId) => ({ trackId, isFeatured: chance(0.5), timestampS: below(9) })),
      }),
    );
  }

  async function addNews(): Promise<void> {
    const newsId = await makeNews(world, { userId: userId(), title: name(), message: name(), at: instant() });
    if (chance(0.5))
      await db.insertInto('news_dismissal').values({ site, news_id: newsId, user_id: userId() }).execute();
  }

  const boards = [
    await makeBoard(world, { boardId: 2, title: 'General' }),
    await makeBoard(world, { boardId: 13, title: 'Crew', readLevel: Level.moderator }),
  ];
  async function addThread(): Promise<void> {
    await makeThread(world, {
      boardId: oneOf(boards),
      userId: userId(),
      title: name(),
      at: instant(),
      isPinned: chance(0.3),
      isLocked: chance(0.3),
      posts: Array.from({ length: below(3) }, () => ({ userId: userId(), text: name() })),
    });
  }

  const person = () => String(userId());
  const personByEither = () => (chance(0.5) ? person() : oneOf(people).name.toUpperCase());
  const number = () => String(below(5));
  const yesOrNo = () => oneOf(['0', '1']);
  const part = () => oneOf(parts);
  const track = () => String(oneOf(tracks));
  const moment = () => instant().toISOString().slice(0, 16);
  const some = (ids: readonly number[]) => () =>
    Array.from({ length: 1 + below(12) }, () => oneOf(ids.length > 0 ? ids : [1])).join(',');
  const numbers = () => some(Array.from({ length: 60 }, (_, index) => index + 1))();
  const remark = { id: numbers, trackid: track, userid: person, authoruserid: person };

  const cases: Readonly<Record<string, ListCase>> = {
    '/api/users': {
      add: addPerson,
      samples: {
        id: () => some(people.map((who) => who.userId))(),
        name: part,
        mxid: number,
        tracksmin: number,
        tracksmax: number,
        awardsmin: number,
        awardsmax: number,
        awardsgivenmin: number,
        awardsgivenmax: number,
        registeredafter: moment,
        registeredbefore: moment,
        insupporters: yesOrNo,
        inmoderators: yesOrNo,
        informercrew: yesOrNo,
        infavorite: yesOrNo,
      },
    },
    '/api/tracks': { add: addTrack, samples: { id: () => some(tracks)() } },
    '/api/replays': {
      add: addReplay,
      samples: { id: numbers, trackid: track, userid: person, best: yesOrNo, driverlogin: () => 'ann' },
    },
    '/api/trackpacks': {
      add: addPack,
      samples: {
        id: () => some(packs)(),
        name: part,
        creator: personByEither,
        trackid: track,
        manageruserid: person,
        inlegacy: yesOrNo,
        insubmissions: yesOrNo,
      },
    },
    '/api/leaderboards': {
      add: addLeaderboardRow,
      samples: {
        lbid: () => oneOf(['0', '0', '1', '3', String(oneOf(packs))]),
        lbenv: () => oneOf(['0', '7']),
        username: part,
        userid: person,
      },
    },
    '/api/tracks/comments': { add: addRemark, samples: remark },
    '/api/tracks/awards': { add: addAward, samples: remark },
    '/api/tracks/dedimania': {
      add: addOnlineRecord,
      samples: { trackid: track, login: () => `driver${1 + below(9)}` },
    },
    '/api/videos': {
      add: addVideo,
      samples: {
        id: () => some(videos)(),
        name: part,
        title: part,
        trackid: track,
        userid: person,
        creatoruserid: person,
      },
    },
    '/api/news': {
      add: addNews,
      samples: {
        id: numbers,
        name: part,
        userid: person,
        postedafter: moment,
        postedbefore: moment,
        indismissed: yesOrNo,
      },
    },
    '/api/threads': {
      add: addThread,
      samples: {
        id: numbers,
        name: part,
        boardid: () => String(oneOf(boards)),
        userid: person,
        inlocked: yesOrNo,
      },
    },
  };

  for (let n = 0; n < 24; n++) await addPerson();
  for (let n = 0; n < 12; n++) await addTrack();
  const sizes: Record<string, number> = { '/api/users': 0, '/api/replays': 60, '/api/tracks': 8 };
  for (const [path, { add }] of Object.entries(cases))
    for (let n = 0; n < (sizes[path] ?? 25); n++) await add();

  /** a visitor, a member with things of their own, a moderator */
  const viewers: TestCtx[] = [
    world,
    seenFrom(world, { viewer: people[1] ?? world.viewer }),
    seenFrom(world, { viewer: { ...(people[2] ?? world.viewer), level: Level.moderator } }),
  ];
  return { cases, viewers };
}
