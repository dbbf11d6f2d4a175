import { nextId } from '#db/ids.ts';
import { type MadeUser, makeTrack, makeUser } from '#demo/make.ts';
import { Level } from '#lib/codes/level.ts';
import { seenFrom, type TestCtx } from './ctx.ts';
import {
  makeAward,
  makeComment,
  makePack,
  makePackManager,
  makePackTrack,
  makeReplay,
} from './make-lists.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, n));

/** A small community in which every track filter matches some tracks and not others. */
export async function makeTrackWorld(world: TestCtx) {
  const { db, site } = world;
  const people = {
    ann: await makeUser(world, { name: 'Ann' }),
    bob: await makeUser(world, { name: 'Bøb' }),
    cy: await makeUser(world, { name: 'Cy' }),
    dee: await makeUser(world, { name: 'Dee' }),
    numbered: await makeUser(world, { name: '777' }),
  };
  const { ann, bob, cy, dee } = people;
  const seenBy = ({ accountId, userId, name }: MadeUser, level: Level = Level.standard) =>
    seenFrom(world, { viewer: { accountId, userId, name, level, isSupporter: false, uiMode: 0 } });

  const dirt = await makeTrack(world, ann, {
    track: {
      name: '$f00Dírt $o100%',
      environment: 7,
      mood: 0,
      difficulty: 0,
      tags: [3, 7],
      author_time_ms: 20_000,
      track_value: 10,
      uploaded_at: day(1),
      updated_at: day(9),
      awards: 5,
      last_awarded_at: day(20),
    },
    version: { uid: 'UidOfDirt' },
    coAuthors: [{ userId: bob.userId, role: 'scenery' }],
  });
  const speed = await makeTrack(world, ann, {
    track: {
      name: 'Speed Dirt',
      primary_type: 5,
      replay_type: 1,
      mood: 1,
      difficulty: 1,
      routes: 1,
      tags: [5],
      author_time_ms: 40_000,
      track_value: 50,
      uploaded_at: day(2),
      comments: 7,
      last_awarded_at: day(10),
      author_time_beaten: true,
    },
    version: { uid: 'UidOfSpeed' },
    coAuthors: [{ userId: cy.userId, isPending: true }],
  });
  const stunt = await makeTrack(world, bob, {
    track: {
      name: 'Stunt_A',
      primary_type: 3,
      environment: 1,
      car: 7,
      mood: 2,
      difficulty: 2,
      routes: 2,
      tags: [1, 3],
      author_time_ms: 60_000,
      track_value: 90,
      unlimiter_version: 7,
      uploaded_at: day(3),
      downloads: 12,
      awards_week: 2,
      awards_month: 4,
    },
  });
  const beta = await makeTrack(world, cy, {
    track: {
      name: 'Beta',
      replay_type: 4,
      is_beta: true,
      mood: 3,
      difficulty: 3,
      tags: [0],
      uploaded_at: day(4),
    },
  });
  const hidden = await makeTrack(world, dee, {
    track: { name: 'Hidden Dirt', is_public: false, uploaded_at: day(5) },
  });
  const unlisted = await makeTrack(world, bob, {
    track: { name: 'Unlisted', is_listed: false, uploaded_at: day(6), last_awarded_at: day(25) },
  });
  const tracks = { dirt, speed, stunt, beta, hidden, unlisted };

  await makeAward(world, { trackId: dirt, userId: bob.userId, text: 'fine', at: day(20) });
  await makeAward(world, { trackId: speed, userId: bob.userId, text: 'fine', at: day(10) });
  await makeAward(world, { trackId: stunt, userId: bob.userId, text: 'no', at: day(11), deletedAt: day(12) });
  await makeComment(world, { trackId: speed, userId: dee.userId, text: 'hm', at: day(8) });
  await makeComment(world, { trackId: stunt, userId: dee.userId, text: 'oh', at: day(9) });
  const record = await makeReplay(world, {
    trackId: speed,
    userId: dee.userId,
    timeMs: 39_000,
    at: day(7),
    position: 0,
    secretUntil: day(400),
  });
  await makeReplay(world, { trackId: dirt, userId: dee.userId, timeMs: 21_000, at: day(12), position: 3 });
  await makeReplay(world, { trackId: stunt, userId: cy.userId, timeMs: 61_000, at: day(13), position: null });
  await db
    .updateTable('track')
    .set({ record_replay_id: record, record_time_ms: 39_000, record_user_id: dee.userId, record_at: day(7) })
    .where('site', '=', site.code)
    .where('track_id', '=', speed)
    .execute();
  const pack = await makePack(world, { ownerId: ann.userId, name: 'Pack' });
  const keptList = await makePack(world, { ownerId: ann.userId, name: 'Secret', mapListReleased: false });
  await makePackManager(world, { packId: keptList, userId: cy.userId });
  const inPack = { packId: pack, addedBy: ann.userId };
  await makePackTrack(world, { ...inPack, trackId: stunt, position: 2 });
  await makePackTrack(world, { ...inPack, trackId: dirt, position: 1 });
  await makePackTrack(world, { ...inPack, trackId: beta, status: 0 });
  await makePackTrack(world, { packId: keptList, addedBy: ann.userId, trackId: speed });
  const video = await makeVideo(world, dee, dirt);
  const achievement = await makeAchievement(world, ann, speed);
  await makePersonalLists(world, people, tracks);
  await shareListOf(world, people.cy, [tracks.hidden, tracks.speed, tracks.stunt]);
  return { people, tracks, seenBy, pack, keptList, video, achievement, record };
}

/** A Play Later list in this order with a link, whose secret is `shared`. */
async function shareListOf({ db, site, clock }: TestCtx, { userId }: MadeUser, trackIds: number[]) {
  const own = { site: site.code, user_id: userId };
  const now = clock.now();
  const rows = trackIds.map((track_id, at) => ({ ...own, track_id, added_at: now, position: 3 * at + 2 }));
  await db.insertInto('play_later').values(rows).execute();
  await db
    .insertInto('play_later_share')
    .values({ ...own, secret_key: 'shared', created_at: now })
    .execute();
}

async function makeVideo({ db, site, clock }: TestCtx, poster: MadeUser, trackId: number): Promise<number> {
  const { video_id } = await db
    .insertInto('video')
    .values({
      site: site.code,
      video_id: nextId('video', site.code),
      poster_id: poster.userId,
      title: 'A lap',
      title_folded: 'a lap',
      author: 'somebody',
      link_id: 'abcdefghijk',
      thumbnail: 'none',
      length_s: 60,
      posted_at: clock.now(),
      published_at: clock.now(),
    })
    .returning('video_id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('track_video')
    .values({ site: site.code, track_id: trackId, video_id, timestamp_s: 42 })
    .execute();
  return video_id;
}

async function makeAchievement({ db, site, clock }: TestCtx, by: MadeUser, trackId: number): Promise<number> {
  const { achievement_id } = await db
    .insertInto('achievement')
    .values({
      site: site.code,
      achievement_id: nextId('achievement', site.code),
      key: 'classic',
      tier: 1,
      display_name: 'Classic',
      description: '',
      primary_color: '#000',
      text_color: '#fff',
      icon: 'star',
    })
    .returning('achievement_id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('achievement_earned')
    .values({
      site: site.code,
      achievement_id,
      user_id: by.userId,
      track_id: trackId,
      earned_at: clock.now(),
    })
    .execute();
  return achievement_id;
}

/** Dee's lists, downloads and favourites; featured tracks and pictures; supporters. */
async function makePersonalLists(
  { db, site, clock }: TestCtx,
  { ann, cy, dee }: Record<'ann' | 'cy' | 'dee', MadeUser>,
  { dirt, speed, stunt, beta }: Record<'dirt' | 'speed' | 'stunt' | 'beta', number>,
): Promise<void> {
  const code = site.code;
  const now = clock.now();
  const user_id = dee.userId;
  await db
    .insertInto('play_later')
    .values({ site: code, user_id, track_id: stunt, added_at: now, position: 1 })
    .execute();
  await db
    .insertInto('favorite_user')
    .values({ site: code, user_id, favorite_id: cy.userId, added_at: now })
    .execute();
  const downloaded = (track_id: number, at: Date) => ({
    site: code,
    track_id,
    day: at.toISOString().slice(0, 10),
    person: `u:${user_id}`,
    user_id,
    downloaded_at: at,
  });
  await db
    .insertInto('track_download')
    .values([downloaded(beta, day(14)), downloaded(dirt, day(15)), downloaded(beta, day(16))])
    .execute();
  await db
    .insertInto('track_feature')
    .values({ site: code, track_id: speed, comment: 'see this', featured_by: ann.userId, featured_at: now })
    .execute();
  const sha256 = 'f'.repeat(64);
  await db.insertInto('blob').values({ sha256, size_bytes: 5, created_at: now }).execute();
  await db
    .insertInto('track_image')
    .values({
      site: code,
      track_id: dirt,
      position: 1,
      sha256,
      small_sha256: null,
      file_name: 'a.png',
      file_size: 5,
      width: 1280,
      height: 720,
      added_at: now,
    })
    .execute();
  await db
    .updateTable('account')
    .set({ supporter_until: new Date(now.getTime() + 1000) })
    .where('account_id', '=', cy.accountId)
    .execute();
}
