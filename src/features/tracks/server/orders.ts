import { type Expression, sql } from 'kysely';
import {
  byRelevance,
  type CodedOrder,
  order,
  orderOfArrival,
  orderWith,
  orderWithGaps,
} from '#platform/lists/orders.ts';
import { slots } from '#platform/lists/slots.ts';
import { packEntry } from './in-pack.ts';
import { bestReplays, ownDownloads, remarks } from './people.ts';
import type { TracksDB, TracksEB } from './source.ts';

/** How the index holds the key of an order; an instant as microseconds. */
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

/** What GET /api/tracks can be sorted by; those of a person follow the filter that names one, else the asking person. */
export const trackOrders = {
  uploaded: indexed(
    'instant',
    orderOfArrival([1, 2], 'uploaded', (eb) => eb.ref('t.uploaded_at')),
  ),
  updated: indexed(
    'instant',
    order([3, 4], 'updated', (eb) => eb.ref('t.updated_at')),
  ),
  awards: indexed(
    'integer',
    order([5, 6], 'awards', (eb) => eb.ref('t.awards')),
  ),
  comments: indexed(
    'integer',
    order([7, 8], 'comments', (eb) => eb.ref('t.comments')),
  ),
  activity: indexed(
    'instant',
    order([9, 10], 'activity', (eb) => eb.ref('t.activity_at')),
  ),
  name: indexed('text', order([11, 12], 'track name', name)),
  uploaderName: indexed('text', order([13, 14], 'name of the uploader', uploaderName)),
  difficulty: indexed(
    'integer',
    order([15, 16], 'difficulty', (eb) => eb.ref('t.difficulty')),
  ),
  downloads: indexed(
    'integer',
    order([17, 18], 'downloads', (eb) => eb.ref('t.downloads')),
  ),
  value: indexed(
    'integer',
    order([19, 20], 'track value', (eb) => eb.ref('t.track_value')),
  ),
  awardsThisWeek: indexed(
    'integer',
    order([21, 22], 'awards this week', (eb) => eb.ref('t.awards_week')),
  ),
  awardsThisMonth: indexed(
    'integer',
    order([23, 24], 'awards this month', (eb) => eb.ref('t.awards_month')),
  ),
  lastAwarded: indexed(
    'instant',
    orderWithGaps([25, 26], 'last awarded', (eb) => eb.ref('t.last_awarded_at')),
  ),
  recordSet: indexed(
    'instant',
    orderWithGaps([27, 28], 'record set', (eb) => eb.ref('t.record_at')),
  ),
  userRecordSet: orderWithGaps([29, 30], "a person's record set", (eb) =>
    bestReplays(eb).select(last('r.replay_at')),
  ),
  awardedByUser: orderWithGaps([31, 32], 'awarded by a person', (eb) =>
    remarks(eb, 'awardedby').select(last('c.comment_at')),
  ),
  downloadedByViewer: orderWithGaps([33, 34], 'downloaded by the viewer', (eb) =>
    ownDownloads(eb).select(last('d.downloaded_at')),
  ),
  commentedByUser: orderWithGaps([35, 36], 'commented on by a person', (eb) =>
    remarks(eb, 'commentedby').select(last('c.comment_at')),
  ),
  userPosition: orderWithGaps([37, 38], "a person's position", (eb) =>
    bestReplays(eb).select(last('r.position')),
  ),
  length: indexed(
    'integer',
    order([39, 40], 'length', (eb) => eb.ref('t.author_time_ms')),
  ),
  recordTime: indexed(
    'integer',
    orderWithGaps([41, 42], 'record time', (eb) => eb.ref('t.record_time_ms')),
  ),
  userTime: orderWithGaps([43, 44], "a person's time", (eb) =>
    bestReplays(eb).select(last('r.replay_time_ms')),
  ),
  packPosition: orderWith(
    'packid',
    orderWithGaps([45, 46], 'position in the pack', (eb) => packEntry(eb).select('x.position')),
  ),
} as const satisfies Readonly<Record<string, TrackOrder>>;

export type TrackOrderName = keyof typeof trackOrders;

/** Exact matches of the filter `name` first, then names that begin with it, then the others. */
export const trackRelevance = byRelevance<TracksDB, 't'>(name);
