import type { Verdict } from '#lib/rules/verdict.ts';
import type { Box } from './model.ts';

interface Person {
  readonly UserId: number;
  readonly Name: string;
  readonly CustomUrl: string | null;
  readonly Tint: number;
}

/** A conversation in the inbox or archive. */
export interface ConversationRow {
  readonly conversationId: number;
  readonly subject: string;
  readonly isOfficial: boolean;
  /** everyone else who is in it */
  readonly others: readonly Person[];
  readonly isUnread: boolean;
  readonly newestAt: Date;
  /** the newest message that the viewer sees */
  readonly newest: { readonly from: Person /** stored line; null: deleted */; readonly line: string | null };
}

export interface Member extends Person {
  readonly addedBy: string | null;
  readonly joinedAt: Date;
  readonly hasLeft: boolean;
}

export interface ShownMessage {
  readonly messageId: number;
  readonly from: Person;
  readonly sentAt: Date;
  readonly isOwn: boolean;
  readonly isNew: boolean;
  readonly state: 'shown' | 'deleted' | 'blocked';
  /** safe HTML; null unless it is shown */
  readonly html: string | null;
  readonly mayDelete: boolean;
}

/** A page of a conversation as a member sees it, oldest message first. */
export interface ConversationPage {
  readonly conversationId: number;
  readonly subject: string;
  readonly isOfficial: boolean;
  readonly box: Box;
  readonly members: readonly Member[];
  readonly messages: readonly ShownMessage[];
  /** the queries of the neighbouring pages; null: there is none */
  readonly older: string | null;
  readonly newer: string | null;
  readonly may: { readonly reply: Verdict; readonly add: Verdict };
}

/** A message found by a search. */
export interface FoundMessage {
  readonly messageId: number;
  readonly conversationId: number;
  readonly subject: string;
  readonly from: Person;
  readonly sentAt: Date;
  /** stored line */
  readonly line: string;
}
