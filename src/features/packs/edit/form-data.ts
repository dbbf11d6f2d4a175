import type { PersonEntry } from '#features/users/people-picker/people-list.ts';
import type { Verdict } from '#lib/rules/verdict.ts';
import type { PackSettings } from './settings.ts';

/** The data of the pages that create and edit a pack; loaded by server/form-pages.ts. */
export interface PackForm {
  /** null: a new pack */
  readonly pack: {
    readonly packId: number;
    /** without codes */
    readonly name: string;
    readonly isOwn: boolean;
    /** counts saved settings */
    readonly version: number;
    /** address of its picture */
    readonly image: string | null;
  } | null;
  /** either stored or from a refused form */
  readonly settings: PackSettings;
  readonly managers: readonly PersonEntry[];
  /** null: the viewer has no profile on this edition yet */
  readonly ownerId: number | null;
  readonly ownerName: string;
  readonly may: Readonly<Record<'decide' | 'delete', Verdict>>;
  /** acts as a moderator, so a reason is required */
  readonly needsReason: boolean;
  /** what another user saved meanwhile, where it differs from what was typed */
  readonly changes: readonly { readonly field: string; readonly stored: string }[];
}
