import { type Expression, sql } from 'kysely';
import {
  byRelevance,
  type Order,
  order,
  orderOfArrival,
  orderWith,
  orderWithGaps,
} from '#platform/lists/orders.ts';
import { slots } from '#platform/lists/slots.ts';
import { packEntry } from './in-pack.ts';
import { bestReplays, ownDownloads, remarks } from './people.ts';
import type { TracksDB, TracksEB } from './source.ts';

type TrackOrder = Order<TracksDB, 't'>;

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
export const trackOrders: Readonly<Record<number, TrackOrder>> = {
  1: orderOfArrival('uploaded', (eb) => eb.ref('t.uploaded_at')),
  2: order('updated', (eb) => eb.ref('t.updated_at')),
  3: order('awards', (eb) => eb.ref('t.awards')),
  4: order('comments', (eb) => eb.ref('t.comments')),
  5: order('activity', (eb) => eb.ref('t.activity_at')),
  6: order('track name', name),
  7: order('name of the uploader', uploaderName),
  8: order('difficulty', (eb) => eb.ref('t.difficulty')),
  9: order('downloads', (eb) => eb.ref('t.downloads')),
  10: order('track value', (eb) => eb.ref('t.track_value')),
  11: order('awards this week', (eb) => eb.ref('t.awards_week')),
  12: order('awards this month', (eb) => eb.ref('t.awards_month')),
  13: orderWithGaps('last awarded', (eb) => eb.ref('t.last_awarded_at')),
  14: orderWithGaps('record set', (eb) => eb.ref('t.record_at')),
  15: orderWithGaps("a person's record set", (eb) => bestReplays(eb).select(last('r.replay_at'))),
  16: orderWithGaps('awarded by a person', (eb) => remarks(eb, 'awardedby').select(last('c.comment_at'))),
  17: orderWithGaps('downloaded by the asking person', (eb) =>
    ownDownloads(eb).select(last('d.downloaded_at')),
  ),
  18: orderWithGaps('commented on by a person', (eb) =>
    remarks(eb, 'commentedby').select(last('c.comment_at')),
  ),
  19: orderWithGaps("a person's position", (eb) => bestReplays(eb).select(last('r.position'))),
  20: order('length', (eb) => eb.ref('t.author_time_ms')),
  21: orderWithGaps('record time', (eb) => eb.ref('t.record_time_ms')),
  22: orderWithGaps("a person's time", (eb) => bestReplays(eb).select(last('r.replay_time_ms'))),
  23: orderWith(
    'packid',
    orderWithGaps('position in the pack', (eb) => packEntry(eb).select('x.position')),
  ),
};

/** The exact name first, then names that begin with what was asked for, then the others. */
export const trackRelevance: TrackOrder = byRelevance(name);
