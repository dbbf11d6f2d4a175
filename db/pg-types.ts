import pg from 'pg';

const oid = {
  int8: 20,
  date: 1082,
  timestamp: 1114,
  numeric: 1700,
  int8Array: 1016,
  dateArray: 1182,
  numericArray: 1231,
};

type TextParser = (text: string) => unknown;

/** A number, or an error if a double could not represent it exactly. */
function exactNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && !Number.isSafeInteger(number))
    throw new RangeError(`The database sent ${text}, which JavaScript cannot hold exactly.`);
  return number;
}

const textArrayOid: number = 1009; // pg's list of names does not include arrays
const textArray: (text: string) => (string | null)[] = pg.types.getTypeParser(textArrayOid);
const arrayOf = (parse: TextParser) => (text: string) =>
  textArray(text).map((item) => (item === null ? null : parse(item)));
const asWritten: TextParser = (text) => text;

const ours = new Map<number, TextParser>([
  [oid.int8, exactNumber],
  [oid.numeric, exactNumber],
  [oid.date, asWritten], // a day has no time zone: 'YYYY-MM-DD' stays text
  [oid.timestamp, (text) => new Date(`${text.replace(' ', 'T')}Z`)], // pg would read it in the local time zone
  [oid.int8Array, arrayOf(exactNumber)],
  [oid.numericArray, arrayOf(exactNumber)],
  [oid.dateArray, arrayOf(asWritten)],
]);

/** The parser of a type. Passed to each pool, so that other users of pg keep their own. */
export const parserOf: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  (format === 'binary' ? undefined : ours.get(type)) ?? pg.types.getTypeParser(type, format as 'text'); // the typings have two overloads, not their union
