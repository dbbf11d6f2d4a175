import type { Generated } from 'kysely';
import { byTheCrew, table } from './table.ts';

export const discussionTables = {
  comment: table({
    owner: 'comments',
    otherWriters: ['platform/lines'],
    rows: 'by edition',
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

  play_later: table({ owner: 'playlater', rows: 'by edition' }).columns<{
    site: string;
    user_id: number;
    track_id: number;
    added_at: Date;
    /** ascending, with gaps */
    position: number;
  }>(),

  /** The link under which a user shares the Play Later list. */
  play_later_share: table({ owner: 'playlater', rows: 'by edition' }).columns<{
    site: string;
    user_id: number;
    secret_key: string;
    created_at: Date;
  }>(),

  favorite_user: table({ owner: 'users', rows: 'by edition' }).columns<{
    site: string;
    user_id: number;
    favorite_id: number;
    added_at: Date;
  }>(),

  track_feature: table({
    owner: 'tracks',
    rows: 'by edition',
    notPersonal: { featured_by: byTheCrew },
  }).columns<{
    site: string;
    track_id: number;
    comment: string;
    featured_by: number;
    featured_at: Date;
  }>(),
};
