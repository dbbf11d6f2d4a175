import type { ActField } from '#features/modlog/act-fields.ts';
import type { TemplateKey } from './templates.ts';

/** An act that the viewer can do now, for a form. */
export interface OfferedAct {
  readonly name: string;
  readonly label: string;
  readonly fields: readonly ActField[];
  /** removes, blocks or sanctions, or cannot be undone */
  readonly isSevere: boolean;
  /** why it cannot be undone; null if it can */
  readonly cannotUndo: string | null;
  /** the key that opens its form */
  readonly key: string | null;
  /** the reasons to choose from are those in favour of the subject */
  readonly isInFavour: boolean;
}

/** The same on the page of a case. */
export interface CaseAct extends OfferedAct {
  /** what it is done to: the subject of the case, or its author */
  readonly on: { readonly kind: string; readonly id: number };
  /** the reasons to choose from, and the one that fits what was reported */
  readonly templates: readonly TemplateKey[];
  readonly template: TemplateKey | '';
}
