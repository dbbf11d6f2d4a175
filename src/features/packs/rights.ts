import { editedBack } from '#features/modlog/model.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { conflict, no, type Verdict, yes } from '#lib/rules/verdict.ts';

/** The viewer's relation to a pack. A user can have several. */
export interface PackRelation {
  readonly isOwner: boolean;
  /** one of its managers, but not its owner */
  readonly isManager: boolean;
  readonly isModerator: boolean;
}

/** Actions on a pack other than on its tracks. */
type PackRight = 'edit' | 'decide' | 'delete' | 'restore';

const rights: Readonly<Record<PackRight, { may: readonly (keyof PackRelation)[]; refusal: string }>> = {
  edit: {
    may: ['isOwner', 'isManager', 'isModerator'],
    refusal: 'Only its managers can edit this trackpack.',
  },
  decide: {
    may: ['isOwner', 'isModerator'],
    refusal: 'Only the owner can change this pack’s managers and visibility.',
  },
  delete: { may: ['isOwner', 'isModerator'], refusal: 'Only the owner can delete this trackpack.' },
  restore: { may: ['isOwner', 'isModerator'], refusal: 'Only the owner can restore this trackpack.' },
};

/** Whether the relation allows an action; further conditions are in the functions below. */
export const mayDo = (right: PackRight, relation: PackRelation): Verdict =>
  rights[right].may.some((part) => relation[part]) ? yes : no(rights[right].refusal);

const legacy = 'This is a legacy trackpack, so it can’t be changed.';

/** Texts, picture and submissions: managers. Legacy packs are never changed. */
export const mayEditPack = (relation: PackRelation, pack: { readonly isLegacy: boolean }): Verdict => {
  const allowed = mayDo('edit', relation);
  return allowed.ok && pack.isLegacy ? no(legacy) : allowed;
};

/** Managers and visibility: the owner. */
export const mayDecidePack = (relation: PackRelation): Verdict => mayDo('decide', relation);

/** Moderators may remove a legacy pack, its owner may not. */
export const mayDeletePack = (relation: PackRelation, pack: { readonly isLegacy: boolean }): Verdict => {
  const allowed = mayDo('delete', relation);
  return allowed.ok && pack.isLegacy && !relation.isModerator ? no(legacy) : allowed;
};

/** How long a deleted pack can be restored. */
export const restorableDays = 30;

/** A pack deleted by a moderator can be restored only by moderators. */
export function mayRestorePack(
  relation: PackRelation,
  pack: { readonly deletedAt: Date | null; readonly deletedReason: string | null },
  now: Date,
): Verdict {
  const allowed = mayDo('restore', relation);
  if (!allowed.ok) return allowed;
  if (pack.deletedAt === null) return conflict('This trackpack isn’t deleted.');
  if (pack.deletedAt <= daysBefore(now, restorableDays))
    return no(`More than ${restorableDays} days have passed, so this trackpack can’t be restored.`);
  if (pack.deletedReason !== null && !relation.isModerator)
    return no('A moderator deleted this trackpack. Only a moderator can restore it.');
  return yes;
}

/** Whether the viewer acts only as a moderator: then a reason is required, which is logged and sent to the owner. */
export const onlyAsModerator = (relation: PackRelation, rule: (relation: PackRelation) => Verdict): boolean =>
  relation.isModerator && !rule({ ...relation, isModerator: false }).ok;

/** Why acts of moderators on packs cannot be undone. */
export const irreversible = {
  'pack.edit': `${editedBack} A picture that was replaced is not stored.`,
  'pack.tracks': 'Each step can be undone here instead.',
} as const;
