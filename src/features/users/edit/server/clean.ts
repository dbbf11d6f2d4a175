import { recordModeration } from '#features/modlog/server/actions.ts';
import type { TxCtx } from '#platform/context.ts';
import { setFace } from '../../pictures/server/store-picture.ts';
import { type ProfilePart, profileParts, type TextPart } from '../profile-parts.ts';
import type { StoredProfile } from './save.ts';

/** Run after a moderator removed a part: notifies the user. */
export type OnCleaned = (
  tx: TxCtx,
  cleaned: { readonly userId: number; readonly what: string; readonly reason: string },
) => Promise<void>;

/** A part of a user's page; null if it has none. */
export const textOf = (profile: StoredProfile, part: TextPart): string | null =>
  profile[({ about: 'user_comments', title: 'custom_title', address: 'custom_url' } as const)[part]];

/** As the log names them. */
const names = { about: 'About', title: 'Title', address: 'Address' } as const;

/** Removes a part of a user's page, as a moderator. */
export async function cleanProfile(
  tx: TxCtx,
  profile: StoredProfile,
  { part, reason }: { part: ProfilePart; reason: string },
  onCleaned: OnCleaned,
): Promise<void> {
  const userId = profile.user_id;
  const isPicture = part === 'avatar' || part === 'banner';
  await recordModeration(tx, {
    act: isPicture ? 'profile.picture' : 'profile.clean',
    subject: { kind: 'user', id: userId },
    reason,
    before: isPicture
      ? { Part: part === 'avatar' ? 'Picture' : 'Banner' }
      : { [names[part]]: textOf(profile, part), part },
    personId: userId,
  });
  if (part === 'avatar' || part === 'banner') await setFace(tx, userId, part, null);
  else
    await tx.db
      .updateTable('profile')
      .set(
        { about: { user_comments: null }, title: { custom_title: null }, address: { custom_url: null } }[
          part
        ],
      )
      .where('site', '=', tx.site.code)
      .where('user_id', '=', userId)
      .execute();
  await onCleaned(tx, { userId, what: profileParts[part], reason });
}
