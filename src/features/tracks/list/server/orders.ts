import { type Expression, sql } from 'kysely';
import { rankedPosition } from '#db/positions.ts';
import { trackOrderCodes } from '#lib/codes/orders.ts';
import type { CodedOrder } from '#platform/lists/list.ts';
import { byRelevance, order, orderOfCreation, orderWith, orderWithGaps } from '#platform/lists/orders.ts';
import { slots } from '#platform/lists/slots.ts';
import { bestReplays, comments, ownDownloads } from './person-filters.ts';
import { secretRecord } from './properties.ts';
import { packEntry, queueEntry, type TracksDB, type TracksEB } from './source.ts';

/** How the index stores the key of an order; an instant as microseconds. */
export type IndexedKey = 'integer' | 'text' | 'instant';

export interface TrackOrder extends CodedOrder<TracksDB, 't'> {
  /** absent: the key depends on the viewer or a filter */
  readonly indexed?: IndexedKey;
}

const indexed = (indexed: IndexedKey, declared: CodedOrder<TracksDB, 't'>): TrackOrder => ({
  ...declared,
  indexed,
});

/** By code point, whatever the database was set up with: the search index sorts the same way. */
const plainly = (text: Expression<string>) => sql<string>`${text} collate "C"`;

const name = (eb: TracksEB) => plainly(eb.ref('t.name_folded'));

const uploaderName = (eb: TracksEB) =>
  plainly(
    sql`(${eb
      .selectFrom('profile as p')
      .where('p.site', '=', slots.site)
      .whereRef('p.user_id', '=', 't.uploader_id')
      .select('p.name_folded')})`,
  );

const last = (column: string) => sql<Date>`max(${sql.ref(column)})`.as('last');

/**
 * What GET /api/tracks can be sorted by; orders about a person refer to the user of the filter that names one, otherwise to the
 * viewer.
 */
export const trackOrders = {
  uploaded: indexed(
    'instant',
    orderOfCreation(trackOrderCodes.uploaded, 'uploaded', (eb) => eb.ref('t.uploaded_at')),
  ),
  updated: indexed(
    'instant',
    order(trackOrderCodes.updated, 'updated', (eb) => eb.ref('t.updated_at')),
  ),
  awards: indexed(
    'integer',
    order(trackOrderCodes.awards, 'awards', (eb) => eb.ref('t.awards')),
  ),
  comments: indexed(
    'integer',
    order(trackOrderCodes.comments, 'comments', (eb) => eb.ref('t.comments')),
  ),
  activity: indexed(
    'instant',
    order(trackOrderCodes.activity, 'activity', (eb) => eb.ref('t.activity_at')),
  ),
  name: indexed('text', order(trackOrderCodes.name, 'track name', name)),
  uploaderName: indexed('text', order(trackOrderCodes.uploaderName, 'name of the uploader', uploaderName)),
  difficulty: indexed(
    'integer',
    order(trackOrderCodes.difficulty, 'difficulty', (eb) => eb.ref('t.difficulty')),
  ),
  downloads: indexed(
    'integer',
    order(trackOrderCodes.downloads, 'downloads', (eb) => eb.ref('t.downloads')),
  ),
  value: indexed(
    'integer',
    order(trackOrderCodes.value, 'track value', (eb) => eb.ref('t.track_value')),
  ),
  awardsThisWeek: indexed(
    'integer',
    order(trackOrderCodes.awardsThisWeek, 'awards this week', (eb) => eb.ref('t.awards_week')),
  ),
  awardsThisMonth: indexed(
    'integer',
    order(trackOrderCodes.awardsThisMonth, 'awards this month', (eb) => eb.ref('t.awards_month')),
  ),
  lastAwarded: indexed(
    'instant',
    orderWithGaps(trackOrderCodes.lastAwarded, 'last awarded', (eb) => eb.ref('t.last_awarded_at')),
  ),
  recordSet: indexed(
    'instant',
    orderWithGaps(trackOrderCodes.recordSet, 'record set', (eb) => eb.ref('t.record_at')),
  ),
  userRecordSet: orderWithGaps(trackOrderCodes.userRecordSet, 'a person’s record set', (eb) =>
    bestReplays(eb).select(last('r.replay_at')),
  ),
  awardedByUser: orderWithGaps(trackOrderCodes.awardedByUser, 'awarded by a person', (eb) =>
    comments(eb, 'awardedby').select(last('c.comment_at')),
  ),
  downloadedByViewer: orderWithGaps(trackOrderCodes.downloadedByViewer, 'downloaded by the viewer', (eb) =>
    ownDownloads(eb).select(last('d.downloaded_at')),
  ),
  commentedByUser: orderWithGaps(trackOrderCodes.commentedByUser, 'commented on by a person', (eb) =>
    comments(eb, 'commentedby').select(last('c.comment_at')),
  ),
  userPosition: orderWithGaps(trackOrderCodes.userPosition, 'a person’s position', (eb) =>
    bestReplays(eb).select(
      sql<number>`max(coalesce(r.top_position, ${rankedPosition('r', slots.site)}))`.as('last'),
    ),
  ),
  length: indexed(
    'integer',
    order(trackOrderCodes.length, 'length', (eb) => eb.ref('t.author_time_ms')),
  ),
  recordTime: indexed(
    'integer',
    orderWithGaps(
      trackOrderCodes.recordTime,
      'record time',
      () => sql<number | null>`case when (select true ${secretRecord}) is null then t.record_time_ms end`,
    ),
  ),
  userTime: orderWithGaps(trackOrderCodes.userTime, 'a person’s time', (eb) =>
    bestReplays(eb).where('r.secret_until', 'is', null).select(last('r.replay_time_ms')),
  ),
  packPosition: orderWith(
    'packid',
    orderWithGaps(trackOrderCodes.packPosition, 'position in the pack', (eb) =>
      packEntry(eb).select('x.position'),
    ),
  ),
  queuePosition: orderWith(
    'inplaylater',
    orderWithGaps(trackOrderCodes.queuePosition, 'position in Play later', (eb) =>
      queueEntry(eb).select('l.position'),
    ),
  ),
} as const satisfies Readonly<Record<string, TrackOrder>>;

export type TrackOrderName = keyof typeof trackOrders;

/** Exact matches of the filter `name` first, then names that begin with it, then the others. */
export const trackRelevance = byRelevance<TracksDB, 't'>(name);
