import { sql } from 'kysely';
import { flag, instant } from '#platform/lists/field-kinds.ts';
import { type Field, type Fields, group, many, one, value } from '#platform/lists/fields.ts';
import { slots } from '#platform/lists/slots.ts';
import type { PersonRow, ReplayRef, TrackAuthorRow, TrackRow } from '../fields.ts';
import { ownAuthorship, type TracksDB, type TracksEB } from './source.ts';

const currentVersion = (eb: TracksEB) =>
  eb
    .selectFrom('track_version as v')
    .where('v.site', '=', slots.site)
    .whereRef('v.track_id', '=', 't.track_id')
    .whereRef('v.version', '=', 't.current_version');

const uploader = (eb: TracksEB) =>
  eb.selectFrom('profile as p').where('p.site', '=', slots.site).whereRef('p.user_id', '=', 't.uploader_id');

const authors = (eb: TracksEB) =>
  eb
    .selectFrom('track_author as a')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.site', '=', 'a.site').onRef('p.user_id', '=', 'a.user_id'),
    )
    .where('a.site', '=', slots.site)
    .where('p.site', '=', slots.site)
    .whereRef('a.track_id', '=', 't.track_id')
    // an invitation is between the one who invites and the one invited until it is accepted
    .where((eb2) =>
      eb2.or([
        eb2('a.is_pending', '=', eb2.lit(false)),
        eb2('a.user_id', '=', slots.viewer),
        eb2('t.uploader_id', '=', slots.viewer),
      ]),
    )
    .orderBy('a.is_uploader', 'desc')
    .orderBy('a.position')
    .orderBy('a.user_id');

/**
 * The true answer on a site that keeps no such thing yet (replays, screenshots, videos): old clients ask for these
 * fields and count on null, 0 or false.
 */
const none = <V>(literal: 'null' | '0' | 'false', members: Field<TracksDB, 't', V>['members'] = null) => ({
  members,
  build: () => sql<V>`${sql.raw(literal === 'null' ? 'null::json' : literal)}`,
});
const leaf = { members: null };
const person = { members: { UserId: leaf, Name: leaf } };
const replay = { ReplayId: leaf, ReplayTime: leaf, ReplayScore: leaf };

/** Every field of a track, from the columns and relations that hold it. */
export const trackFields: Fields<TracksDB, 't', TrackRow> = {
  TrackId: value((eb) => eb.ref('t.track_id')),
  TrackName: value((eb) => eb.ref('t.name')),
  UId: value((eb) => sql<string>`${currentVersion(eb).select('v.uid')}`),
  AuthorTime: value((eb) => eb.ref('t.author_time_ms')),
  Length: value((eb) => eb.ref('t.author_time_ms')),
  AuthorScore: value((eb) => eb.ref('t.author_score')),
  GoldTarget: value((eb) => eb.ref('t.gold_target')),
  SilverTarget: value((eb) => eb.ref('t.silver_target')),
  BronzeTarget: value((eb) => eb.ref('t.bronze_target')),
  Uploader: one(uploader, {
    UserId: value((eb) => eb.ref('p.user_id')),
    Name: value((eb) => eb.ref('p.name')),
  }),
  Authors: many(authors, {
    User: group({
      UserId: value((eb) => eb.ref('p.user_id')),
      Name: value((eb) => eb.ref('p.name')),
      CustomUrl: value(() => sql<string | null>`null::text`), // no profile has an address of its own yet
    }),
    IsUploader: value((eb) => eb.ref('a.is_uploader')),
    IsPending: value((eb) => eb.ref('a.is_pending')),
    Role: value((eb) => eb.ref('a.role')),
  }) satisfies Field<TracksDB, 't', TrackAuthorRow[]>,
  UploadedAt: instant((eb) => eb.ref('t.uploaded_at')),
  UpdatedAt: instant((eb) => eb.ref('t.updated_at')),
  ActivityAt: instant((eb) => eb.ref('t.activity_at')),
  PrimaryType: value((eb) => eb.ref('t.primary_type')),
  MapType: value((eb) => eb.ref('t.primary_type')),
  Style: value(() => sql<number>`t.tags[1]`),
  Tags: value((eb) => eb.ref('t.tags')),
  Routes: value((eb) => eb.ref('t.routes')),
  Difficulty: value((eb) => eb.ref('t.difficulty')),
  Mood: value((eb) => eb.ref('t.mood')),
  Environment: value((eb) => eb.ref('t.environment')),
  Environments: value((eb) => sql<number[]>`array[${eb.ref('t.environment')}]`),
  Car: value((eb) => eb.ref('t.car')),
  TrackValue: value((eb) => eb.ref('t.track_value')),
  ReplayType: value((eb) => eb.ref('t.replay_type')),
  Awards: value((eb) => eb.ref('t.awards')),
  Comments: value((eb) => eb.ref('t.comments')),
  DownloadCount: value((eb) => eb.ref('t.downloads')),
  AuthorComments: value((eb) => eb.ref('t.author_comments')),
  UnlimiterVersion: value((eb) => eb.ref('t.unlimiter_version')),
  HasThumbnail: flag((eb) =>
    eb.exists(currentVersion(eb).where('v.thumbnail_sha256', 'is not', null).select('v.version')),
  ),
  HasScreenshot: none('false'),
  HasImages: none('false'),
  Images: none('null', { Width: leaf, Height: leaf, HasHighQuality: leaf }),
  Videos: none('0'),
  WRReplay: none<(ReplayRef & { User: PersonRow }) | null>('null', { ...replay, User: person }),
  UserReplay: none<ReplayRef | null>('null', replay),
  AuthorBeaten: none('false'),
  IsPublic: value((eb) => eb.ref('t.is_public')),
  IsListed: value((eb) => eb.ref('t.is_listed')),
  IsBeta: value((eb) => eb.ref('t.is_beta')),
  HasCoauthorRequest: flag((eb) => eb.exists(ownAuthorship(eb).where('own.is_pending', '=', true))),
};
