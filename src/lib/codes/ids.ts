/** The largest value of a PostgreSQL `integer`, the type of all ids. */
export const largestInteger = 2_147_483_647;

/** Reads an id written in digits, 0 included. Returns null for anything else and for numbers above `largestInteger`. */
export const idIn = (text: string | null | undefined): number | null =>
  /^\d{1,10}$/.test(text ?? '') && Number(text) <= largestInteger ? Number(text) : null;

/** Reads the id of a row that addresses and forms name: from 1, without leading zeros. Returns null for anything else. */
export const rowIdIn = (text: string | null | undefined): number | null =>
  /^[1-9]/.test(text ?? '') ? idIn(text) : null;
