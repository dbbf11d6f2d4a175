import { type MadeUser, makeTrack, makeUser } from '#demo/make.ts';
import { foldForSearch } from '#lib/game-text/fold.ts';
import type { Chooser } from './chooser.ts';
import type { TestCtx } from './ctx.ts';
import { makeAward, makeComment, makePack, makePackTrack, makeReplay } from './make-lists.ts';

export const searchNames = ['Ann', 'Bøb', '777', 'Cy ☃', 'Dee', '🚗 Eve', '\ufb01n'];

/**
 * A few hundred tracks with few different values, so that nearly every page ends within equal sort keys; and possible changes,
 * each of which affects the result of some filter or order.
 */
export async function makeSearchWorld(world: TestCtx, { below, chance, oneOf }: Chooser) {
  const { db } = world;
  const names = searchNames;
  const people: MadeUser[] = [];
  for (const name of names) people.push(await makeUser(world, { name }));
  const tracks: number[] = [];
  const words = ['Speed', 'Dírt', '100%', 'A_b', '🚗', '\uff21rena', 'ｘ', 'Loop', '\ue000', '7'];

  /** Few dates, so that nearly every page ends within equal sort keys. */
  const someDay = () => new Date(Date.UTC(2026, 0, 1 + below(6), 0, 0, 0, below(2)));
  const maybe = <T>(value: () => T) => (chance(0.5) ? value() : null);

  const someColumns = () => {
    const name = Array.from({ length: 1 + below(3) }, () => oneOf(words)).join(chance(0.5) ? ' ' : '');
    return {
      name,
      name_folded: foldForSearch(name),
      primary_type: below(6),
      environment: oneOf([1, 7]),
      car: oneOf([1, 7, 7]),
      mood: below(4),
      difficulty: below(4),
      routes: below(3),
      tags: [...new Set([below(5), below(5), below(5)])],
      replay_type: below(6),
      track_value: below(4) * 10,
      unlimiter_version: maybe(() => 1 + below(3)),
      author_time_ms: 20_000 + below(4) * 10_000,
      is_public: chance(0.85),
      is_listed: chance(0.9),
      is_beta: chance(0.2),
      uploaded_at: someDay(),
      updated_at: someDay(),
      activity_at: someDay(),
      awards: below(3),
      comments: below(3),
      downloads: below(5),
      awards_week: below(2),
      awards_month: below(3),
      last_awarded_at: maybe(someDay),
      record_at: maybe(someDay),
      record_time_ms: maybe(() => 1000 * below(5)),
      author_time_beaten: chance(0.3),
    };
  };

  async function addTrack(): Promise<void> {
    const uploader = oneOf(people);
    const others = people.filter((person) => person !== uploader && chance(0.15));
    const coAuthors = others.map(({ userId }) => ({ userId, isPending: chance(0.4) }));
    tracks.push(await makeTrack(world, uploader, { track: someColumns(), coAuthors }));
  }

  const site = 'tmnf';
  const someTrack = () => oneOf(tracks);
  const somebody = () => oneOf(people).userId;

  /** Changes to tracks, each of which affects some filter or order. */
  const changes: readonly (() => Promise<unknown>)[] = [
    addTrack,
    () =>
      db
        .updateTable('track')
        .set(someColumns())
        .where('site', '=', site)
        .where('track_id', '=', someTrack())
        .execute(),
    () =>
      db
        .updateTable('track')
        .set({ uploader_id: somebody() })
        .where('site', '=', site)
        .where('track_id', '=', someTrack())
        .execute(),
    () =>
      db
        .updateTable('track_author')
        .set({ is_pending: chance(0.5) })
        .where('site', '=', site)
        .where('track_id', '=', someTrack())
        .where('is_uploader', '=', false)
        .execute(),
    () =>
      db
        .updateTable('profile')
        .set({ name_folded: `${oneOf(['ann', 'zed', 'ｍid', '🚗', 'éa'])}${below(1e6)}` })
        .where('site', '=', site)
        .where('user_id', '=', somebody())
        .execute(),
    async () => {
      const pair = { site, track_id: someTrack(), user_id: somebody() };
      await db
        .insertInto('play_later')
        .values({ ...pair, added_at: someDay(), position: 1 + below(9) })
        .onConflict((c) => c.doNothing())
        .execute();
    },
    () => {
      const at = someDay();
      const user_id = somebody();
      return db
        .insertInto('track_download')
        .values({
          site,
          track_id: someTrack(),
          day: at.toISOString().slice(0, 10),
          person: `u:${user_id}`,
          user_id,
          downloaded_at: at,
        })
        .onConflict((c) => c.doNothing())
        .execute();
    },
    async () => {
      const sha256 = below(1e9).toString(16).padStart(64, '0');
      await db
        .insertInto('blob')
        .values({ sha256, size_bytes: 1, created_at: someDay() })
        .onConflict((c) => c.doNothing())
        .execute();
      const image = {
        position: 1,
        sha256,
        small_sha256: null,
        file_name: 'a',
        file_size: 1,
        width: 9,
        height: 9,
      };
      await db
        .insertInto('track_image')
        .values({ site, track_id: someTrack(), added_at: someDay(), ...image })
        .onConflict((c) => c.doNothing())
        .execute();
    },
    () => makeComment(world, { trackId: someTrack(), userId: somebody(), text: 'x', at: someDay() }),
  ];

  for (let n = 0; n < 250; n++) await addTrack();
  for (let n = 0; n < 150; n++) await oneOf(changes.slice(2))();
  const packs: number[] = [];
  for (let n = 0; n < 2; n++)
    packs.push(await makePack(world, { ownerId: somebody(), name: `Pack ${n}`, mapListReleased: n === 0 }));
  for (const packId of packs)
    for (const [at, trackId] of tracks.filter(() => chance(0.2)).entries())
      await makePackTrack(world, {
        packId,
        trackId,
        addedBy: somebody(),
        position: at + 1,
        ...(chance(0.2) ? { status: 0, position: null } : {}),
      });
  const taken = new Set<string>();
  for (let n = 0; n < 300; n++) {
    const [trackId, userId] = [someTrack(), somebody()];
    if (taken.has(`${trackId} ${userId}`)) continue;
    taken.add(`${trackId} ${userId}`);
    await makeReplay(world, {
      trackId,
      userId,
      timeMs: 1000 * (1 + below(5)),
      at: someDay(),
      position: below(3),
    });
    if (chance(0.4)) await makeAward(world, { trackId, userId, text: 'x', at: someDay() });
  }
  await db
    .insertInto('favorite_user')
    .values(
      people.slice(1, 3).map(({ userId }) => ({
        site,
        user_id: people[0]?.userId ?? 0,
        favorite_id: userId,
        added_at: someDay(),
      })),
    )
    .execute();
  await db
    .updateTable('account')
    .set({ supporter_until: new Date(world.clock.now().getTime() + 1000) })
    .where(
      'account_id',
      'in',
      people.slice(0, 2).map(({ accountId }) => accountId),
    )
    .execute();
  await db
    .insertInto('track_feature')
    .values(
      tracks.slice(0, 9).map((track_id) => ({
        site,
        track_id,
        comment: 'x',
        featured_by: somebody(),
        featured_at: someDay(),
      })),
    )
    .execute();
  return { people, tracks, packs, changes, someTrack, someDay };
}
