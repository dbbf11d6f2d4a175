import { createHash, randomUUID } from 'node:crypto';
import type { Insertable, Kysely } from 'kysely';
import type { Database } from '#db/database.ts';
import { nextId } from '#db/ids.ts';
import { emailKey, nameKey } from '#features/accounts/model.ts';
import type { TrackFacts } from '#lib/codes/track.ts';
import { foldForSearch } from '#lib/game-text/fold.ts';

/** Where something is created; every Ctx is one. */
export interface Place {
  readonly db: Kysely<Database>;
  readonly site: { readonly code: string };
  readonly clock: { now(): Date };
}

let made = 0;
const numbered = (word: string) => `${word} ${++made}`;

/** An account with a confirmed address. It cannot sign in unless a password hash is given. */
export async function makeAccount(
  { db, clock }: Pick<Place, 'db' | 'clock'>,
  given: Partial<Insertable<Database['account']>> = {},
): Promise<number> {
  const name = given.name ?? numbered('player');
  const email = given.email ?? `${name.replaceAll(' ', '.')}@example.net`;
  const { account_id } = await db
    .insertInto('account')
    .values({
      name,
      name_key: nameKey(name),
      email,
      email_key: emailKey(email),
      email_confirmed_at: clock.now(),
      password_hash: 'none',
      supporter_until: null,
      created_at: clock.now(),
      ...given,
    })
    .returning('account_id')
    .executeTakeFirstOrThrow();
  return account_id;
}

export interface MadeUser {
  readonly accountId: number;
  readonly userId: number;
  readonly name: string;
}

/** A user on this edition; with a new account unless one is given. */
export async function makeUser(
  place: Place,
  given: Partial<Insertable<Database['profile']>> = {},
): Promise<MadeUser> {
  const { db, site, clock } = place;
  const name = given.name ?? numbered('player');
  const accountId = given.account_id ?? (await makeAccount(place, { name }));
  const { user_id } = await db
    .insertInto('profile')
    .values({
      user_id: nextId('user', site.code),
      name_folded: foldForSearch(name),
      registered_at: clock.now(),
      custom_title: null,
      user_comments: null,
      ...given,
      site: site.code,
      account_id: accountId,
      name,
    })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  return { accountId, userId: user_id, name };
}

const facts: TrackFacts = {
  authorLogin: 'builder',
  decoration: 'Day',
  exeVersion: '2.11.26',
  cost: 812,
  laps: null,
  checkpoints: 3,
  blocks: 64,
  hasPassword: false,
  mod: null,
  music: null,
  dependencies: [],
  comments: null,
};

export interface TrackGiven {
  readonly track?: Partial<Insertable<Database['track']>>;
  readonly version?: Partial<Insertable<Database['track_version']>>;
  /** in addition to the uploader, accepted, in order of mention */
  readonly coAuthors?: readonly { userId: number; isPending?: boolean; role?: string }[];
}

/**
 * Only the rows of a track, for tests that read them: its file is not in the store. Created now, for the stadium, unless
 * specified otherwise.
 */
export async function makeTrack(
  { db, site, clock }: Place,
  uploader: Pick<MadeUser, 'userId'>,
  { track = {}, version = {}, coAuthors = [] }: TrackGiven = {},
): Promise<number> {
  const at = track.uploaded_at ?? clock.now();
  const name = track.name ?? numbered('Track');
  const uid = version.uid ?? randomUUID();
  const sha256 = version.sha256 ?? createHash('sha256').update(uid).digest('hex');
  await db
    .insertInto('blob')
    .values({ sha256, size_bytes: version.file_size ?? 20_480, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { track_id } = await db
    .insertInto('track')
    .values({
      track_id: nextId('track', site.code),
      uploader_id: uploader.userId,
      name_folded: foldForSearch(name),
      primary_type: 0,
      environment: 7,
      car: 7,
      mood: 1,
      difficulty: 1,
      routes: 0,
      tags: [7],
      author_time_ms: 41_280,
      gold_target: 44_000,
      silver_target: 50_000,
      bronze_target: 62_000,
      uploaded_at: at,
      updated_at: at,
      activity_at: at,
      ...track,
      site: site.code,
      name,
    })
    .returning('track_id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('track_version')
    .values({
      version: 1,
      file_name: 'Track.Challenge.Gbx',
      file_size: 20_480,
      game: 'TMF',
      facts: JSON.stringify(facts),
      uploaded_by: uploader.userId,
      uploaded_at: at,
      ...version,
      site: site.code,
      track_id,
      uid,
      sha256,
    })
    .execute();
  const authors = [{ userId: uploader.userId, isPending: false, role: '' }, ...coAuthors];
  await db
    .insertInto('track_author')
    .values(
      authors.map(({ userId, isPending = false, role = '' }, position) => ({
        site: site.code,
        track_id,
        user_id: userId,
        position,
        is_uploader: position === 0,
        is_pending: isPending,
        role,
      })),
    )
    .execute();
  return track_id;
}
