/**
 * Roles for the parts of a folding table, to be spread on them: on narrow screens its rows become grids, and a
 * browser may then forget that they were a table. Linters see no need for them, since they see no style sheets.
 */
export const tableRoles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;
