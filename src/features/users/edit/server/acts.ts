import { z } from 'zod';
import type { ActRef } from '#features/modlog/acts.ts';
import { act, type Offer } from '#features/modlog/server/act.ts';
import { perform } from '#features/modlog/server/actions.ts';
import { conflict, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { setFace } from '../../pictures/server/store-picture.ts';
import { userIdAt } from '../../server/repo.ts';
import { irreversible, isTextPart, type ProfilePart, profileParts, type TextPart } from '../profile-parts.ts';
import { lockedProfile, type StoredProfile } from './save.ts';

/** Run after a moderator removed a part: notifies the user. */
export type OnCleaned = (
  tx: TxCtx,
  cleaned: { readonly userId: number; readonly what: string; readonly reason: string },
) => Promise<void>;

const columns = { about: 'user_comments', title: 'custom_title', address: 'custom_url' } as const;

/** A part of a user's page; null if it has none. */
const textOf = (profile: StoredProfile, part: TextPart): string | null => profile[columns[part]];

/** As the log names them. */
const names = { about: 'About', title: 'Title', address: 'Address' } as const;

const isPicturePart = (part: ProfilePart): part is 'avatar' | 'banner' => !isTextPart(part);

const isThere = (profile: StoredProfile, part: ProfilePart): Verdict => {
  const has = isPicturePart(part) ? profile[`${part}_sha256`] !== null : textOf(profile, part) !== null;
  return has ? yes : conflict(`This user has no ${profileParts[part]}.`);
};

const offer = <Part extends ProfilePart>(
  button: string,
  key: string,
  parts: readonly Part[],
): Offer<{ Part: Part }> => ({
  kinds: ['user', 'face'],
  button,
  key,
  fields: [
    {
      name: 'Part',
      label: 'What to remove',
      isRequired: true,
      type: 'choice',
      options: parts.map((value) => ({ value, label: profileParts[value] })),
    },
  ],
  allow: () => yes,
});

const find = (tx: TxCtx, { id }: ActRef): Promise<StoredProfile> => lockedProfile(tx, id);
const textParts = ['about', 'title', 'address'] as const;
const pictureParts = ['avatar', 'banner'] as const;

const setText = (tx: TxCtx, userId: number, part: TextPart, text: string | null) =>
  tx.db
    .updateTable('profile')
    .set({ [columns[part]]: text })
    .where('site', '=', tx.site.code)
    .where('user_id', '=', userId)
    .execute();

/** Removes a text of a user's page. */
const cleanProfile = act({
  name: 'profile.clean',
  label: 'Removed a part of a profile',
  group: 'removed',
  offer: offer('Remove a profile text', 'c', textParts),
  input: z.object({ Part: z.enum(textParts, { error: 'choose what to remove' }) }),
  find,
  allow: (_, profile, { Part }) => isThere(profile, Part),
  run: async (tx, profile, { Part: part }) => {
    const userId = profile.user_id;
    await setText(tx, userId, part, null);
    return { before: { [names[part]]: textOf(profile, part), part }, personId: userId };
  },
  undo: {
    as: 'profile.restore',
    run: async (tx, { subject, before }) => {
      const { part } = before;
      const [name = '', text] = Object.entries(before).find(([key]) => key !== 'part') ?? [];
      if (!isTextPart(part) || typeof text !== 'string')
        throw new Problem(409, 'What was removed is no longer stored.');
      await restorePart(tx, subject.id, part, text);
      return { after: { [name]: text, part } };
    },
  },
});

/** Sets a removed part of a user's page again, unless the user has chosen another one since. */
export async function restorePart(tx: TxCtx, userId: number, part: TextPart, text: string): Promise<void> {
  const profile = await lockedProfile(tx, userId);
  if (textOf(profile, part) !== null)
    throw new Problem(409, `The user has since chosen another ${profileParts[part]}.`);
  if (part === 'address' && (await userIdAt(tx, text)) !== userId)
    throw new Problem(
      409,
      'The address is no longer available, because it looks like another player’s name.',
    );
  await setText(tx, userId, part, text);
}

const restoreProfile = act({
  name: 'profile.restore',
  label: 'Restored a part of a profile',
  group: 'restored',
  effect: 'favourable',
  cannot: 'Remove it again on the user’s page.',
});

/** Removes a picture of a user's page. */
const removePicture = act({
  name: 'profile.picture',
  label: 'Removed a picture of a user',
  group: 'removed',
  offer: offer('Remove a profile picture', 'i', pictureParts),
  input: z.object({ Part: z.enum(pictureParts, { error: 'choose what to remove' }) }),
  find,
  allow: (_, profile, { Part }) => isThere(profile, Part),
  run: async (tx, { user_id: userId }, { Part }) => {
    await setFace(tx, userId, Part, null);
    return { before: { Part: Part === 'avatar' ? 'Picture' : 'Banner' }, personId: userId };
  },
  cannot: irreversible['profile.picture'],
});

/** Moderator actions on pages of users. */
export const userActs = [cleanProfile, removePicture, restoreProfile];

/** Removes a part of a user's page, as a moderator: POST /userclean/{userId}. */
export async function removePart(
  tx: TxCtx,
  found: StoredProfile,
  { part: Part, reason }: { part: ProfilePart; reason: string },
  onCleaned: OnCleaned,
): Promise<void> {
  const entry = { subject: { kind: 'user', id: found.user_id }, found, reason };
  if (isPicturePart(Part)) await perform(tx, removePicture, { ...entry, input: { Part } });
  else await perform(tx, cleanProfile, { ...entry, input: { Part } });
  await onCleaned(tx, { userId: found.user_id, what: profileParts[Part], reason });
}
