import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { type Field, value } from './fields.ts';

type Build<DB, TB extends keyof DB, V> = (eb: ExpressionBuilder<DB, TB>) => Expression<V>;

/** A whole number. */
export const whole = <DB, TB extends keyof DB>(build: Build<DB, TB, number>): Field<DB, TB, number> =>
  value(build, { type: 'integer' });

/** A whole number, or null. */
export const wholeOrNull = <DB, TB extends keyof DB>(
  build: Build<DB, TB, number | null>,
): Field<DB, TB, number | null> => value(build, { type: ['integer', 'null'] });

/** A whole number, 0 if there is none: for fields that tools declare as a number. */
export const wholeOrZero = <DB, TB extends keyof DB>(
  build: Build<DB, TB, number | null>,
): Field<DB, TB, number> => whole((eb) => sql<number>`coalesce(${build(eb)}, 0)`);

/** Whole numbers. */
export const wholes = <DB, TB extends keyof DB>(build: Build<DB, TB, number[]>): Field<DB, TB, number[]> =>
  value(build, { type: 'array', items: { type: 'integer' } });

/** Text. */
export const words = <DB, TB extends keyof DB>(build: Build<DB, TB, string>): Field<DB, TB, string> =>
  value(build, { type: 'string' });

/** Text, or null. */
export const wordsOrNull = <DB, TB extends keyof DB>(
  build: Build<DB, TB, string | null>,
): Field<DB, TB, string | null> => value(build, { type: ['string', 'null'] });

/** Texts, or null. */
export const textsOrNull = <DB, TB extends keyof DB>(
  build: Build<DB, TB, string[] | null>,
): Field<DB, TB, string[] | null> => value(build, { type: ['array', 'null'], items: { type: 'string' } });

/** A condition, as true or false. */
export const flag = <DB, TB extends keyof DB>(build: Build<DB, TB, SqlBool>): Field<DB, TB, boolean> =>
  value((eb) => sql<boolean>`${build(eb)}`, { type: 'boolean' });

/** An instant as the API writes it: ISO 8601, UTC, three digits, no zone. */
export const instant = <DB, TB extends keyof DB>(build: Build<DB, TB, Date>): Field<DB, TB, string> =>
  value((eb) => sql<string>`to_char(${build(eb)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`, {
    type: 'string',
    pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$`,
  });
