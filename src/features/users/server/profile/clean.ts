import { recordModeration } from '#features/modlog/server/actions.ts';
import type { TxCtx } from '#platform/context.ts';
import { type ProfilePart, profileParts } from '../../parts.ts';
import { setFace } from './faces.ts';
import type { StoredProfile } from './save.ts';

/** Run after a moderator removed a part: notifies the user. */
export type OnCleaned = (
  tx: TxCtx,
  cleaned: { readonly userId: number; readonly what: string; readonly reason: string },
) => Promise<void>;

/** Removes a part of a user's page, as a moderator. */
export async function cleanProfile(
  tx: TxCtx,
  profile: StoredProfile,
  { part, reason }: { part: ProfilePart; reason: string },
  onCleaned: OnCleaned,
): Promise<void> {
  const userId = profile.user_id;
  await recordModeration(tx, { act: 'profile.clean', subject: { kind: 'user', id: userId }, reason });
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
