import { sql } from 'kysely';
import { personFields } from '#features/users/list/server/list.ts';
import { isBlocked } from '#features/users/server/repo.ts';
import {
  flag,
  instant,
  whole,
  wholeOrNull,
  wholeOrZero,
  wholes,
  words,
  wordsOrNull,
} from '#platform/lists/field-kinds.ts';
import { type Field, type Fields, group, many, one, type SharedValues } from '#platform/lists/fields.ts';
import { originFields } from '#platform/lists/origin-fields.ts';
import { filterSlot, slots } from '#platform/lists/slots.ts';
import type { TrackAuthorRow, TrackRow } from '../fields.ts';
import { conditions, exists } from './properties.ts';
import { medals, userReplay, wrReplay } from './record-fields.ts';
import { ownAuthorship, packEntry, type TracksDB, type TracksEB } from './source.ts';
import { isIn, ownQueue } from './track-sets.ts';

const hasScreenshot = (eb: TracksEB) => conditions.screenshot(eb, exists);

const versions = (eb: TracksEB) =>
  eb
    .selectFrom('track_version as v')
    .where('v.site', '=', slots.site)
    .whereRef('v.track_id', '=', 't.track_id');

const current = <V>(column: string) => sql.ref<V>(`current_version.${column}`);

/** The file that the track has now. */
export const currentVersion: SharedValues = {
  name: 'current_version',
  fields: ['UId', 'FileHash', 'FileSize', 'FileName', 'HasThumbnail'],
  query: sql`select v.uid, v.sha256, v.file_size, v.file_name, v.thumbnail_sha256 from track_version v
    where v.site = ${slots.site} and v.track_id = t.track_id and v.version = t.current_version`,
};

/** Whether the uploader closed their account: their tracks may stay, what they wrote does not. */
const hasLeft = (eb: TracksEB) =>
  eb.exists(
    eb
      .selectFrom('profile as u')
      .where('u.site', '=', slots.site)
      .whereRef('u.user_id', '=', 't.uploader_id')
      .where('u.closed_at', 'is not', null),
  );

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
    // an invitation is visible only to the two users involved until it is accepted
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

const feature = (eb: TracksEB) =>
  eb
    .selectFrom('track_feature as f')
    .where('f.site', '=', slots.site)
    .whereRef('f.track_id', '=', 't.track_id');

const images = (eb: TracksEB) =>
  eb
    .selectFrom('track_image as i')
    .where('i.site', '=', slots.site)
    .whereRef('i.track_id', '=', 't.track_id')
    .orderBy('i.position');

const videos = (eb: TracksEB) =>
  eb
    .selectFrom('track_video as v')
    .innerJoin('video as w', (join) =>
      join.onRef('w.site', '=', 'v.site').onRef('w.video_id', '=', 'v.video_id'),
    )
    .where('v.site', '=', slots.site)
    .where('w.removed_at', 'is', null)
    .whereRef('v.track_id', '=', 't.track_id');

/** Old clients expect null if there is no picture. */
const imagesOrNull = ((): Field<TracksDB, 't', TrackRow['Images']> => {
  const rows = many(images, {
    Width: whole((eb) => eb.ref('i.width')),
    Height: whole((eb) => eb.ref('i.height')),
    HasHighQuality: flag((eb) => eb('i.small_sha256', 'is not', null)),
  });
  return {
    ...rows,
    relation: 'some',
    build: (eb, requested) =>
      sql<TrackRow['Images']>`case when ${hasScreenshot(eb)} then ${rows.build(eb, requested)} end`,
  };
})();

/** All fields of a track with their columns and relations. */
export const trackFields: Fields<TracksDB, 't', TrackRow> = {
  TrackId: whole((eb) => eb.ref('t.track_id')),
  ...originFields<TracksDB, 't'>('track', (eb) => eb.ref('t.track_id')),
  TrackName: words((eb) => eb.ref('t.name')),
  UId: words(() => current('uid')),
  AuthorTime: whole((eb) => eb.ref('t.author_time_ms')),
  Length: whole((eb) => eb.ref('t.author_time_ms')),
  FileHash: words(() => current('sha256')),
  FileSize: whole(() => current('file_size')),
  FileName: words(() => current('file_name')),
  Versions: many((eb: TracksEB) => versions(eb).orderBy('v.version', 'desc'), {
    Version: whole((eb) => eb.ref('v.version')),
    UId: words((eb) => eb.ref('v.uid')),
    FileHash: words((eb) => eb.ref('v.sha256')),
    FileSize: whole((eb) => eb.ref('v.file_size')),
    FileName: words((eb) => eb.ref('v.file_name')),
    UploadedAt: instant((eb) => eb.ref('v.uploaded_at')),
  }),
  AuthorScore: wholeOrZero((eb) => eb.ref('t.author_score')),
  GoldTarget: wholeOrZero((eb) => eb.ref('t.gold_target')),
  SilverTarget: wholeOrZero((eb) => eb.ref('t.silver_target')),
  BronzeTarget: wholeOrZero((eb) => eb.ref('t.bronze_target')),
  Uploader: one(uploader, personFields()),
  Authors: many(authors, {
    User: group({ ...personFields(), CustomUrl: wordsOrNull((eb) => eb.ref('p.custom_url')) }),
    IsUploader: flag((eb) => eb.ref('a.is_uploader')),
    IsPending: flag((eb) => eb.ref('a.is_pending')),
    Role: words((eb) => eb.ref('a.role')),
  }) satisfies Field<TracksDB, 't', TrackAuthorRow[]>,
  UploadedAt: instant((eb) => eb.ref('t.uploaded_at')),
  UpdatedAt: instant((eb) => eb.ref('t.updated_at')),
  ActivityAt: instant((eb) => eb.ref('t.activity_at')),
  PrimaryType: whole((eb) => eb.ref('t.primary_type')),
  MapType: whole((eb) => eb.ref('t.primary_type')),
  Style: wholeOrZero(() => sql<number | null>`t.tags[1]`),
  Tags: wholes((eb) => eb.ref('t.tags')),
  Routes: whole((eb) => eb.ref('t.routes')),
  Difficulty: whole((eb) => eb.ref('t.difficulty')),
  Mood: whole((eb) => eb.ref('t.mood')),
  Environment: whole((eb) => eb.ref('t.environment')),
  Environments: wholes((eb) => sql<number[]>`array[${eb.ref('t.environment')}]`),
  Car: whole((eb) => eb.ref('t.car')),
  TrackValue: whole((eb) => eb.ref('t.track_value')),
  ReplayType: whole((eb) => eb.ref('t.replay_type')),
  Awards: whole((eb) => eb.ref('t.awards')),
  Comments: whole((eb) => eb.ref('t.comments')),
  DownloadCount: whole((eb) => eb.ref('t.downloads')),
  AuthorComments: words(
    (eb) => sql<string>`case when ${isBlocked(eb.ref('t.uploader_id'))} or ${hasLeft(eb)} then ''
      else coalesce(t.author_comments, '') end`,
  ),
  UnlimiterVersion: wholeOrNull((eb) => eb.ref('t.unlimiter_version')),
  HasThumbnail: flag(() => sql<boolean>`${current('thumbnail_sha256')} is not null`),
  HasScreenshot: flag(hasScreenshot),
  HasImages: flag(hasScreenshot),
  Images: imagesOrNull,
  Videos: whole(
    (eb) => sql<number>`${videos(eb).select((n) => n.fn.countAll<number>().as('videos'))}::integer`,
  ),
  WRReplay: wrReplay,
  UserReplay: userReplay,
  Medals: medals,
  AuthorBeaten: flag((eb) => conditions.authorTimeBeaten(eb, exists)),
  IsPublic: flag((eb) => eb.ref('t.is_public')),
  IsListed: flag((eb) => eb.ref('t.is_listed')),
  IsBeta: flag((eb) => eb.ref('t.is_beta')),
  InBookmarks: flag((eb) => isIn(eb, ownQueue)),
  HasCoauthorRequest: flag((eb) => eb.exists(ownAuthorship(eb).where('own.is_pending', '=', true))),
  PackId: wholeOrNull((eb) => sql<number | null>`${packEntry(eb).select('x.pack_id')}`),
  Position: wholeOrNull((eb) => sql<number | null>`${packEntry(eb).select('x.position')}`),
  Status: wholeOrNull((eb) => sql<number | null>`${packEntry(eb).select('x.status')}`),
  Feature: one(feature, { Comment: words((eb) => eb.ref('f.comment')) }),
  TimeStampAt: wholeOrNull(
    (eb) =>
      sql<number | null>`${videos(eb)
        .where('v.video_id', '=', sql<number>`${filterSlot<number>('videoid')}::integer`)
        .select('v.timestamp_s')}`,
  ),
};
