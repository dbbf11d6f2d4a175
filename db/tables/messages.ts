import type { Generated } from 'kysely';
import { table } from './table.ts';

export const messageTables = {
  conversation: table({
    onPages: 'never',
    owner: 'messages',
    rows: 'by edition',
    ids: 'conversation',
  }).columns<{
    site: string;
    conversation_id: number;
    /** who started it; null: an erased user */
    user_id: number | null;
    subject: string;
    /** a moderator wrote as such: blocks do not apply */
    is_official: Generated<boolean>;
    started_at: Date;
  }>(),

  conversation_member: table({ onPages: 'never', owner: 'messages', rows: 'by edition' }).columns<{
    site: string;
    conversation_id: number;
    user_id: number;
    /** the starter adds the first members, and themselves */
    added_by: number;
    joined_at: Date;
    /** cannot be added again */
    left_at: Date | null;
    /** messages up to this one were written before the member joined */
    before_id: Generated<number>;
    /** read up to this message */
    read_id: Generated<number>;
    /** the newest message that the member sees; 0: none */
    newest_id: Generated<number>;
    newest_at: Date;
    is_archived: Generated<boolean>;
  }>(),

  private_message: table({
    onPages: 'never',
    owner: 'messages',
    otherWriters: ['platform/lines'],
    rows: 'by edition',
    ids: 'private_message',
  }).columns<{
    site: string;
    message_id: number;
    conversation_id: number;
    user_id: number;
    /** BB-code */
    text: string;
    /** the text for lists, see `lineOf`; null: not made yet. A change of the text alone clears it */
    line: string | null;
    /** folded words of the text, and an entry for each reader */
    words: string;
    sent_at: Date;
    deleted_at: Date | null;
    hidden_with_account: Generated<boolean>;
  }>(),

  /** Users to whom a user has written. */
  message_contact: table({ onPages: 'never', owner: 'messages', rows: 'by edition' }).columns<{
    site: string;
    user_id: number;
    other_id: number;
  }>(),

  /** No row: everyone may write to the user. */
  message_setting: table({ onPages: 'never', owner: 'messages', rows: 'by edition' }).columns<{
    site: string;
    user_id: number;
    /** everyone, known or nobody */
    accepts: string;
  }>(),
};
