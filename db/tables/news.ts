import type { Generated } from 'kysely';
import { byTheCrew, table } from './table.ts';

export const newsTables = {
  news: table({
    onPages: { by: ['news_id', 'user_id'] },
    owner: 'news',
    otherWriters: ['platform/lines'],
    rows: 'by edition',
    inChanges: { columns: ['user_id', 'title', 'message', 'posted_at', 'published_at', 'deleted_at'] },
    ids: 'news',
    notPersonal: { deleted_by: byTheCrew },
  }).columns<{
    site: string;
    news_id: number;
    user_id: number;
    title: string;
    message: string;
    /** the message for lists, see `lineOf`; null: not made yet. A change of the message alone clears it */
    line: string | null;
    /** of a draft: when it was begun */
    posted_at: Date;
    updated_at: Date;
    /** counts changes, so that two editors do not overwrite each other */
    version: Generated<number>;
    /** null: a draft, which only the crew sees */
    published_at: Date | null;
    /** a draft is published then */
    release_at: Date | null;
    /** users were notified, which happens once */
    announced_at: Date | null;
    /** the forum thread of its comments */
    thread_id: number | null;
    deleted_at: Date | null;
    deleted_by: number | null;
    /** null if the author deleted it */
    deleted_reason: string | null;
    /** hidden because the account of its author is closed */
    hidden_with_account: Generated<boolean>;
  }>(),

  news_dismissal: table({ onPages: 'own', owner: 'news', rows: 'by edition' }).columns<{
    site: string;
    news_id: number;
    user_id: number;
  }>(),
};
