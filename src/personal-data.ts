import { commentData } from '#features/comments/server/personal.ts';
import { messageData } from '#features/messages/server/personal.ts';
import { noticeData } from '#features/notices/server/personal.ts';
import { blockData } from '#features/users/server/block-data.ts';
import type { PersonalData } from '#platform/personal-data.ts';

/** Everything stored about people, by feature, in the order in which it is hidden and erased. */
export const personalData: readonly PersonalData[] = [commentData, messageData, noticeData, blockData];

/** Columns that refer to a person and that no entry takes care of, each with the reason. */
export const notPersonal: Readonly<Record<string, string>> = {
  'moderation_act.user_id':
    'The log of moderators is never changed. The name is read from the profile, so it disappears with it.',
};
