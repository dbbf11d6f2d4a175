import type { Generated } from 'kysely';
import { table } from './table.ts';

export const commentTables = {
  comment: table({
    onPages: { by: ['track_id', 'user_id', 'comment_id', 'is_award'] },
    owner: 'comments',
    otherWriters: ['platform/lines'],
    rows: 'by edition',
    inChanges: { columns: ['track_id', 'user_id', 'text', 'is_award', 'deleted_at'] },
    ids: 'comment',
  }).columns<{
    site: string;
    comment_id: number;
    track_id: number;
    user_id: number;
    parent_id: number | null;
    text: string;
    /** the text for lists, see `lineOf`; null: not made yet. A change of the text alone clears it */
    line: string | null;
    is_award: Generated<boolean>;
    comment_at: Date;
    updated_at: Date;
    /** the row stays for its replies; the text is no longer shown */
    deleted_at: Date | null;
    /** hidden because the account of its author is closed */
    hidden_with_account: Generated<boolean>;
  }>(),
};
