import { sql } from 'kysely';
import { whole, words, wordsOrNull } from '#platform/lists/field-kinds.ts';
import { byNameOnly, type Fields } from '#platform/lists/fields.ts';
import type { PersonRow } from '../fields.ts';

/** The members of a group that names a user whose profile is `p` in the statement: `User: one(driver, personFields())`. */
export const personFields = <DB, TB extends keyof DB>() =>
  ({
    UserId: whole(() => sql.ref<number>('p.user_id')),
    Name: words(() => sql.ref<string>('p.name')),
    CustomUrl: byNameOnly(wordsOrNull(() => sql.ref<string | null>('p.custom_url'))),
    Tint: byNameOnly(whole(() => sql.ref<number>('p.tint'))),
  }) satisfies Fields<DB, TB, PersonRow>;
