import { nextId } from '#db/ids.ts';
import { Level } from '#lib/codes/level.ts';
import { foldForSearch } from '#lib/game-text/fold.ts';
import type { Viewer } from '#platform/viewer.ts';
import { makeBoard, makeNews, makeThread, makeVideo } from '#testing/make-community.ts';
import { chooser } from './chooser.ts';
import { seenFrom, type TestCtx } from './ctx.ts';
import { samplesOf } from './list-samples.ts';
import {
  makeAward,
  makeComment,
  makeLeaderboardRow,
  makeOnlineRecord,
  makePack,
  makePackManager,
  makePackTrack,
  makeReplay,
} from './make-lists.ts';
import { makeMember, makeTrack } from './tracks.ts';

/** A list as the tests of all lists use it. */
export interface ListCase {
  /** adds a random row whose sort keys also occur in other rows */
  add(): Promise<void>;
  /** a value for every declared filter, rarely an invalid one */
  samples: Readonly<Record<string, () => string>>;
}

const words = ['Night', 'Drift', 'Café', 'Speed', '$f00Red', '100%', 'snake_case'];

/** Creates a small community with many equal sort keys, and a case for every list. */
export async function makeListWorld(world: TestCtx, seed: number) {
  const choose = chooser(seed);
  const { below, oneOf, chance } = choose;
  const site = world.site.code;
  const db = world.db;
  const instant = () => new Date(Date.UTC(2012, 0, 1 + below(4), below(2)));
  const name = () => `${oneOf(words)} ${oneOf(words)}`;
  const people: Viewer[] = [];
  const tracks: number[] = [];
  const uids: string[] = [];
  const packs: number[] = [];
  const videos: number[] = [];
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
    await makeLeaderboardRow(world, { board: packId, userId: userId(), score: below(4) });
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
    const place = seat.taken.size;
    seat.taken.add(free.userId);
    await makeLeaderboardRow(world, {
      board,
      environment,
      userId: free.userId,
      score: 1000 - place, // new rows come last, so that positions stay
      replays: below(3),
      records: below(3),
      top10s: below(3),
    });
  }

  async function addComment(): Promise<void> {
    const spec = { trackId: oneOf(tracks), userId: userId(), text: name(), at: instant() };
    const deletedAt = chance(0.2) ? instant() : null;
    const id = await makeComment(world, { ...spec, deletedAt });
    while (chance(0.4)) await makeComment(world, { ...spec, parentId: id, deletedAt });
  }

  const awarded = new Set<string>();
  async function addAward(): Promise<void> {
    const spec = { trackId: oneOf(tracks), userId: userId(), text: name(), at: instant() };
    const key = `${spec.trackId}/${spec.userId}`;
    if (awarded.has(key)) return;
    awarded.add(key);
    await makeAward(world, { ...spec, deletedAt: chance(0.2) ? instant() : null });
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

  let tier = 0;
  async function addAchievement(): Promise<void> {
    const { achievement_id } = await db
      .insertInto('achievement')
      .values({
        site,
        achievement_id: nextId('achievement', site),
        key: 'sample',
        tier: ++tier,
        display_name: name(),
        description: name(),
        primary_color: '#000000',
        text_color: '#ffffff',
        icon: 'award',
        succeeding_id: null,
        holders: below(3),
      })
      .returning('achievement_id')
      .executeTakeFirstOrThrow();
    if (chance(0.5))
      await db
        .insertInto('achievement_earned')
        .values({ site, achievement_id, user_id: userId(), earned_at: instant() })
        .execute();
  }

  const adders: Readonly<Record<string, () => Promise<void>>> = {
    '/api/users': addPerson,
    '/api/tracks': addTrack,
    '/api/replays': addReplay,
    '/api/trackpacks': addPack,
    '/api/leaderboards': addLeaderboardRow,
    '/api/tracks/comments': addComment,
    '/api/tracks/awards': addAward,
    '/api/tracks/dedimania': addOnlineRecord,
    '/api/videos': addVideo,
    '/api/news': addNews,
    '/api/threads': addThread,
    '/api/posts': addThread,
    '/api/achievements': addAchievement,
  };

  for (let n = 0; n < 24; n++) await addPerson();
  for (let n = 0; n < 12; n++) await addTrack();
  const sizes: Record<string, number> = { '/api/users': 0, '/api/replays': 60, '/api/tracks': 8 };
  for (const [path, add] of Object.entries(adders)) for (let n = 0; n < (sizes[path] ?? 25); n++) await add();

  /** a visitor, a member with personal lists, a moderator */
  const viewers: TestCtx[] = [
    world,
    seenFrom(world, { viewer: people[1] ?? world.viewer }),
    seenFrom(world, { viewer: { ...(people[2] ?? world.viewer), level: Level.moderator } }),
  ];
  const samples = samplesOf({ people, tracks, packs, videos, boards }, choose, instant);
  const caseOf = (path: string): ListCase => {
    const [add, values] = [adders[path], samples[path]];
    if (!add || !values) throw new Error(`${path} has no case in src/testing/list-world.ts.`);
    return { add, samples: values };
  };
  return { caseOf, viewers };
}
