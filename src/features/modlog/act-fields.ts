/** A field of the form of an act, in addition to the reason. Forms render it from this description. */
export type ActField = {
  /** of the form; not one of `site`, `kind`, `id`, `act`, `case` and `Reason` */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly isRequired?: boolean;
  readonly value?: string;
} & (
  | {
      readonly type: 'choice';
      readonly options: readonly { readonly value: string; readonly label: string }[];
    }
  | { readonly type: 'flag' }
  | { readonly type: 'date' }
  | { readonly type: 'number'; readonly least: number; readonly most: number }
  | { readonly type: 'text'; readonly longest: number }
);
