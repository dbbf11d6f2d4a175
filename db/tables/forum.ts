import type { Generated } from 'kysely';
import { table } from './table.ts';

export const forumTables = {
  forum_board: table({
    onPages: { by: ['board_id'] },
    owner: 'forum',
    otherWriters: ['db'],
    rows: 'by edition',
    inChanges: { columns: ['read_level'] },
  }).columns<{
    site: string;
    board_id: number;
    title: string;
    about: Generated<string>;
    read_level: Generated<number>;
    /** required to start threads */
    write_level: Generated<number>;
    reply_level: Generated<number>;
    /** lists the threads of all editions */
    is_shared: Generated<boolean>;
    /** boards are listed by it, then by id */
    position: Generated<number>;
  }>(),

  forum_thread: table({
    onPages: { by: ['thread_id', 'board_id', 'user_id'] },
    owner: 'forum',
    rows: 'by edition',
    inChanges: { columns: ['board_id', 'title', 'is_locked', 'is_pinned', 'posts'] },
    ids: 'thread',
  }).columns<{
    site: string;
    thread_id: number;
    board_id: number;
    user_id: number;
    title: string;
    is_locked: Generated<boolean>;
    /** locked by a moderator: the user who started the thread cannot unlock it */
    locked_by_crew: Generated<boolean>;
    is_pinned: Generated<boolean>;
    /** undeleted posts; a thread without any is shown to moderators only */
    posts: Generated<number>;
    created_at: Date;
    last_post_at: Date;
    /** the last undeleted post; 0: none */
    last_post_id: Generated<number>;
    /** its number in the thread */
    last_number: Generated<number>;
    /** its posts were moved to this thread */
    merged_into: number | null;
    /** for the search: made from the title by PostgreSQL, never written */
    words: string | null;
  }>(),

  forum_post: table({
    onPages: { by: ['post_id', 'thread_id', 'board_id', 'user_id'] },
    owner: 'forum',
    otherWriters: ['platform/lines'],
    rows: 'by edition',
    inChanges: { columns: ['thread_id', 'board_id', 'user_id', 'number', 'text', 'deleted_at'] },
    ids: 'post',
  }).columns<{
    site: string;
    post_id: number;
    thread_id: number;
    /** of the thread */
    board_id: number;
    user_id: number;
    /** its place in the thread, from 1; deleted posts keep theirs, so that pages and numbers stay */
    number: number;
    text: string;
    posted_at: Date;
    updated_at: Date;
    deleted_at: Date | null;
    deleted_by_crew: Generated<boolean>;
    /** deleted because the account was closed */
    hidden_with_account: Generated<boolean>;
    /** the thread it was posted in, if another was merged into this one */
    posted_in: number | null;
    /** for the search: made from the text by PostgreSQL, never written */
    words: string | null;
    /** the text for lists, see `lineOf`; null: not made yet. A change of the text alone clears it */
    line: string | null;
  }>(),

  /** Earlier texts of edited posts. */
  forum_post_edit: table({ onPages: { by: ['post_id'] }, owner: 'forum', rows: 'by edition' }).columns<{
    site: string;
    post_id: number;
    /** when this text was replaced */
    replaced_at: Date;
    text: string;
  }>(),

  /** What a user has read of a thread, and whether they watch it. */
  forum_reader: table({ onPages: 'own', owner: 'forum', rows: 'by edition' }).columns<{
    site: string;
    user_id: number;
    thread_id: number;
    /** posts up to this one have been read */
    read_post_id: Generated<number>;
    /** null: not chosen yet */
    is_watching: boolean | null;
  }>(),

  /** Users who marked everything as read, on one board or on all (0). */
  forum_mark: table({ onPages: 'own', owner: 'forum', rows: 'by edition' }).columns<{
    site: string;
    user_id: number;
    board_id: number;
    read_before: Date;
  }>(),
};
