import { Icon } from '#ui/Icon.tsx';
import { PlainLink } from '#ui/PlainLink.tsx';
import {
  type Column,
  cellClass,
  type Direction,
  directionOf,
  headClass,
  isFolded,
  nextOrder,
  wordsOf,
} from './columns.ts';

/**
 * Roles for the parts of a folding table, to be spread on them: on narrow screens its rows become grids, and Safari
 * then forgets that they were a table. Linters see no need for them, since they see no style sheets. Cells that are not
 * shown there need none.
 */
const tableRoles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

/** How the list is sorted: every column head is a link, and its plain clicks are handled by the island. */
export interface Sorting {
  readonly order: number | null;
  readonly usual: number;
  href(order: number | null): string;
  sort?: (order: number | null) => void;
}

interface Props<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => number;
  rowClass?: (row: Row) => string | undefined;
  sorting?: Sorting | undefined;
  className?: string;
}

/** A timing sheet: sortable heads, folded to two lines a row on narrow screens. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowClass,
  sorting,
  className = '',
}: Props<Row>) {
  const hasTwoBelow = columns.some(({ folded }) => folded === 'belowToo');
  return (
    <table className={`tbl tbl--fold ${hasTwoBelow ? 'tbl--two ' : ''}${className}`} {...tableRoles.table}>
      <caption className="sr">{caption}</caption>
      <thead {...tableRoles.group}>
        <tr {...tableRoles.row}>
          {columns.map((column) => (
            <Head key={column.head} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody {...tableRoles.group}>
        {rows.map((row) => (
          <tr key={rowKey(row)} className={rowClass?.(row)} {...tableRoles.row}>
            {columns.map((column) => {
              const value = column.cell(row);
              return (
                <td
                  key={column.head}
                  className={cellClass(column)}
                  {...wordsOf(column, value)}
                  {...(isFolded(column) ? tableRoles.cell : {})}
                >
                  {value}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Head<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  const { head, quietHead = false, order } = column;
  const classes = headClass(column);
  if (order === undefined || !sorting) {
    return (
      <th className={classes} scope="col" {...tableRoles.head}>
        {quietHead ? <span className="sr">{head}</span> : head}
      </th>
    );
  }
  const direction = directionOf(order, sorting.order);
  const wanted = nextOrder(order, sorting.order, sorting.usual);
  return (
    <th className={classes} scope="col" aria-sort={direction} {...tableRoles.head}>
      <PlainLink
        className="sort"
        href={sorting.href(wanted)}
        onPress={sorting.sort && (() => sorting.sort?.(wanted))}
      >
        {head} <Icon name={iconOf(direction)} />
      </PlainLink>
    </th>
  );
}

function iconOf(direction: Direction | undefined) {
  if (direction === undefined) return 'sort';
  return direction === 'ascending' ? 'up' : 'down';
}
