import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { type ProfilePart, profileParts, type TextPart } from '../edit/profile-parts.ts';
import { cleanProfile, textOf } from '../edit/server/clean.ts';
import { lockedProfile } from '../edit/server/save.ts';
import { userIdAt } from './repo.ts';

/** Removes a part of a user's page from the moderators' console, which notifies the user. */
export async function removePart(
  tx: TxCtx,
  userId: number,
  part: ProfilePart,
  reason: string,
): Promise<void> {
  const profile = await lockedProfile(tx, userId);
  const isThere =
    part === 'avatar' || part === 'banner'
      ? profile[`${part}_sha256`] !== null
      : textOf(profile, part) !== null;
  if (!isThere) throw new Problem(409, `This user has no ${profileParts[part]}.`);
  await cleanProfile(tx, profile, { part, reason }, async () => {});
}

const columns = { about: 'user_comments', title: 'custom_title', address: 'custom_url' } as const;

/** Sets a removed part of a user's page again, unless the user has chosen another one since. */
export async function restorePart(tx: TxCtx, userId: number, part: TextPart, text: string): Promise<void> {
  const profile = await lockedProfile(tx, userId);
  if (textOf(profile, part) !== null)
    throw new Problem(409, `The user has chosen another ${profileParts[part]} since.`);
  if (part === 'address' && (await userIdAt(tx, text)) !== userId)
    throw new Problem(
      409,
      'The address was withdrawn since, because it looks like the name of another user.',
    );
  await tx.db
    .updateTable('profile')
    .set({ [columns[part]]: text })
    .where('site', '=', tx.site.code)
    .where('user_id', '=', userId)
    .execute();
}

export { addFormerCrew, formerCrewRows, removeFormerCrew, setCustomTitle } from '../crew/server/crew-rows.ts';
