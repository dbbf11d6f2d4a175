import type { Generated } from 'kysely';

/** A user whom another has blocked. */
export interface UserBlockTable {
  site: string;
  /** who blocks */
  user_id: number;
  blocked_id: number;
  blocked_at: Date;
}

export interface ConversationTable {
  site: string;
  conversation_id: number;
  /** who started it; null: an erased user */
  user_id: number | null;
  subject: string;
  /** a moderator wrote as such: blocks do not apply */
  is_official: Generated<boolean>;
  started_at: Date;
}

export interface ConversationMemberTable {
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
}

export interface PrivateMessageTable {
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
}

/** Users to whom a user has written. */
export interface MessageContactTable {
  site: string;
  user_id: number;
  other_id: number;
}

/** No row: everyone may write to the user. */
export interface MessageSettingTable {
  site: string;
  user_id: number;
  /** everyone, known or nobody */
  accepts: string;
}

export interface MessageTables {
  user_block: UserBlockTable;
  conversation: ConversationTable;
  conversation_member: ConversationMemberTable;
  private_message: PrivateMessageTable;
  message_contact: MessageContactTable;
  message_setting: MessageSettingTable;
}
