/** A value of a row. */
export type Cell = string | number | boolean;

/** Represents a line break inside a text, because CR LF ends a row. */
const lineBreak = '\u001f';

/** Begins an error message: clients look for this character in every body. */
const errorMark = '\u001b';

/** A cell without the characters that separate cells and rows or mark errors. */
const cellText = (cell: Cell): string =>
  String(cell)
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/\p{Cc}/gu, ' '))
    .join(lineBreak);

/** A row without its end: cells separated by tabs. */
export const rowText = (cells: readonly Cell[]): string => cells.map(cellText).join('\t');

/** Rows, each ended by CR LF. No rows are an empty text. */
export const rowsText = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((cells) => `${rowText(cells)}\r\n`).join('');

/** The body that reports an error, because clients do not read other statuses than 200. */
export const errorText = (message: string): string => `${errorMark}${message}`;
