import type { Generated, JSONColumnType } from 'kysely';
import { table } from './table.ts';

export const heldTextTables = {
  /** Texts that wait for a moderator: they are in no other table until they are released. */
  held_text: table({ owner: 'texts', rows: 'by edition', ids: 'held_text' }).columns<{
    site: string;
    held_id: number;
    user_id: number;
    kind: string;
    /** what it is written on: a track, thread, board or news post, as the kind says */
    place_id: number;
    /** of a thread */
    title: string | null;
    /** as typed; '' some time after its release */
    text: string;
    /** further fields of the form */
    payload: JSONColumnType<object>;
    /** what it shows of other hosts */
    parts: string[];
    state: Generated<string>;
    held_at: Date;
    /** null while it waits */
    ended_at: Date | null;
    /** the comment or post that it became */
    result_id: number | null;
    /** the text that a change replaced */
    replaced: string | null;
  }>(),
};
