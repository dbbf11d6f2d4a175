/** The largest value of a PostgreSQL `integer`. */
export const largestInteger = 2_147_483_647;

/** The largest id of a row: ids are stored as `integer`. */
export const largestId = largestInteger;

/** Reads an id written in digits, 0 included. Returns null for anything else and for numbers above `largestId`. */
export const idIn = (text: string | null | undefined): number | null =>
  /^\d{1,10}$/.test(text ?? '') && Number(text) <= largestId ? Number(text) : null;

/** Reads the id of a row that addresses and forms name: from 1, without leading zeros. Returns null for anything else. */
export const rowIdIn = (text: string | null | undefined): number | null =>
  /^[1-9]/.test(text ?? '') ? idIn(text) : null;
