import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { slots } from '#platform/lists/slots.ts';
import type { TracksEB } from './source.ts';

/** Turns a query of rows (`from … where …`) into the condition that there is one. */
export type Exists = (rows: RawBuilder<unknown>) => Expression<SqlBool>;

/** For statements of the list: PostgreSQL chooses between one look-up per row and reading the table once. */
export const exists: Exists = (rows) => sql<boolean>`exists (select ${rows})`;

/** A yes-or-no property of a track: true or false, never null. */
type Condition = (eb: TracksEB, there: Exists) => Expression<SqlBool>;

const isOpen = (eb: TracksEB) =>
  eb.and([eb('t.is_public', '=', eb.lit(true)), eb('t.is_listed', '=', eb.lit(true))]);

/** No public track of the uploader comes after this one by `column`; of equal ones the higher id comes last. */
const isLastBy =
  (column: 'uploaded_at' | 'last_awarded_at'): Condition =>
  (eb, there) =>
    eb.and([
      isOpen(eb),
      eb(`t.${column}`, 'is not', null),
      eb.not(
        there(sql`from track n where n.site = ${slots.site} and n.uploader_id = t.uploader_id
          and n.is_public = true and n.is_listed = true and ${sql.ref(`n.${column}`)} is not null
          and (${sql.ref(`n.${column}`)}, n.track_id) > (${sql.ref(`t.${column}`)}, t.track_id)`),
      ),
    ]);

/** The rows of a track's authors, the uploader included, as `a`. */
const authorsOf = (isPending: boolean) =>
  sql`from track_author a where a.site = ${slots.site} and a.track_id = t.track_id
    and a.is_pending = ${sql.lit(isPending)}`;

/** Whether one of a track's authors, not counting invitations, satisfies a condition on `a`. */
export const hasAuthor = (condition: RawBuilder<SqlBool>, there = exists) =>
  there(sql`${authorsOf(false)} and ${condition}`);

/**
 * The record of `t` while its result is secret. Orders and filters then treat the track as if it had no record, for all viewers alike:
 * otherwise a comparison with other tracks would bound the result. A job removes the date when it has passed, which updates the index.
 */
export const secretRecord = sql`from replay s where s.site = ${slots.site} and s.replay_id = t.record_replay_id
  and s.secret_until is not null`;

/**
 * The yes-or-no properties of a track that are the same for every viewer. Filters use them in SQL, and the index reads each as a
 * bit, so there are at most 31.
 */
export const conditions = {
  open: isOpen,
  beta: (eb) => eb('t.is_beta', '=', eb.lit(true)),
  collaborative: (_, there) => hasAuthor(sql<boolean>`a.is_uploader = false`, there),
  authorTimeBeaten: (eb, there) =>
    eb.and([eb('t.author_time_beaten', '=', eb.lit(true)), eb.not(there(secretRecord))]),
  record: (eb) => eb('t.record_replay_id', 'is not', null),
  envmix: (eb) => eb('t.car', '<>', eb.ref('t.environment')),
  screenshot: (_, there) =>
    there(sql`from track_image i where i.site = ${slots.site} and i.track_id = t.track_id`),
  unlimiter: (eb) => eb('t.unlimiter_version', 'is not', null),
  latest: isLastBy('uploaded_at'),
  latestAwarded: isLastBy('last_awarded_at'),
} as const satisfies Readonly<Record<string, Condition>>;
export type ConditionName = keyof typeof conditions;

/** An integer that a track has, or null. */
type Code = (eb: TracksEB) => Expression<number | null>;

/** The properties of a track that are one integer; the index reads each as a facet. */
export const codes = {
  environment: (eb) => eb.ref('t.environment'),
  car: (eb) => eb.ref('t.car'),
  mood: (eb) => eb.ref('t.mood'),
  difficulty: (eb) => eb.ref('t.difficulty'),
  routes: (eb) => eb.ref('t.routes'),
  primaryType: (eb) => eb.ref('t.primary_type'),
  replayType: (eb) => eb.ref('t.replay_type'),
  unlimiter: (eb) => eb.ref('t.unlimiter_version'),
  uploader: (eb) => eb.ref('t.uploader_id'),
} as const satisfies Readonly<Record<string, Code>>;
export type CodeName = keyof typeof codes;

const userIdsOf = (isPending: boolean) => () =>
  sql<number[]>`array(select a.user_id ${authorsOf(isPending)})`;

/** The properties of a track that are several integers; the index reads each of them as facets. */
export const codeLists = {
  tag: (eb) => eb.ref('t.tags'),
  author: userIdsOf(false),
  invited: userIdsOf(true),
} as const satisfies Readonly<Record<string, (eb: TracksEB) => Expression<readonly number[]>>>;
export type CodeListName = keyof typeof codeLists;
