import type { ReactNode } from 'react';
import type { OrderCodes } from '#lib/codes/orders.ts';

/** One column of a list: its head, its order if it has one, its cells, and its place on narrow screens. */
export interface Column<Row> {
  readonly head: string;
  /** the head is for screen readers only */
  readonly quietHead?: boolean;
  /** without it, the list cannot be sorted by this column */
  readonly order?: OrderCodes;
  /** the name or the position of the row, or buttons; without it, plain text */
  readonly role?: 'name' | 'position' | 'actions';
  readonly align?: 'center' | 'end';
  /** digits of equal width */
  readonly numeric?: boolean;
  /** a time or another result, which stands out */
  readonly time?: boolean;
  /** in a weaker colour */
  readonly muted?: boolean;
  /** the width of windows from which it is shown: above 1100, 1260 and 1400 px at the usual size of text; without it, always */
  readonly shownFrom?: 'medium' | 'wide' | 'widest';
  /** texts by people, which end in an ellipsis: the longest name of a user leaves room for the name of the row */
  readonly limited?: boolean;
  /** its place in the two lines of a row on narrow screens: below the name (two columns at most), at the end of the first or of the second line */
  readonly folded?: 'below' | 'belowToo' | 'end' | 'endBelow';
  /** said before the value in folded rows, which have no heads: "Score 2,739" */
  readonly label?: string;
  /** what the cell counts, said after its number in folded rows: "12 tracks" */
  readonly unit?: readonly [one: string, many: string];
  cell(row: Row): ReactNode;
}

const roleClass = { name: 'name', position: 'pos', actions: 'acts' } as const;
const alignClass = { center: 'c', end: 'r' } as const;
const shownClass = { medium: 'mid', wide: 'wide', widest: 'widest' } as const;
const foldedClass = { below: 'sub', belowToo: 'sub2', end: 'key', endBelow: 'key2' } as const;

type Look = Pick<
  Column<never>,
  'role' | 'align' | 'numeric' | 'time' | 'muted' | 'shownFrom' | 'limited' | 'folded'
>;

const joined = (classes: readonly (string | false | undefined)[]): string | undefined =>
  classes.filter(Boolean).join(' ') || undefined;

/** The classes (Table.css) of a column's cells. */
export const cellClass = ({
  role,
  align,
  numeric,
  time,
  muted,
  shownFrom,
  limited,
  folded,
}: Look): string | undefined =>
  joined([
    role && roleClass[role],
    // digits end at the same place anyway
    align && !(align === 'end' && (numeric || time)) && alignClass[align],
    numeric && 'n',
    time && 'time',
    muted && 'dim',
    limited && 'lim',
    shownFrom && shownClass[shownFrom],
    folded && foldedClass[folded],
  ]);

/** Whether folded rows show the column. */
export const isFolded = ({ role, folded }: Look): boolean => role !== undefined || folded !== undefined;

/** What a cell of a folded row says in addition to its value. */
export const wordsOf = <Row>({ label, unit }: Column<Row>, value: ReactNode) => ({
  'data-label': label,
  'data-unit': unit?.[value === '1' ? 0 : 1],
});

/** The classes of a column's head: what concerns the column as a whole. */
export const headClass = ({ role, align, shownFrom }: Look): string | undefined =>
  joined([
    role === 'actions' && roleClass.actions,
    align && alignClass[align],
    shownFrom && shownClass[shownFrom],
  ]);

export type Direction = 'ascending' | 'descending';

/** How a column is sorted by this order, if it is. */
export function directionOf(
  [ascending, descending]: OrderCodes,
  order: number | null,
): Direction | undefined {
  if (order === ascending) return 'ascending';
  return order === descending ? 'descending' : undefined;
}

/** The order after a click on a column's head: ascending, then descending, then null, the list's default. */
export function nextOrder(codes: OrderCodes, order: number | null, usual: number): number | null {
  const [ascending, descending] = codes;
  const direction = directionOf(codes, order);
  if (direction === 'ascending') return descending;
  // if descending is the default, null would change nothing, so the cycle starts again
  return direction === 'descending' && order !== usual ? null : ascending;
}
