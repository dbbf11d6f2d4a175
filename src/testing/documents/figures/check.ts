/** What a part of a document states, with every figure derived from the code. Order and line breaks do not matter. */
export type Statements = readonly string[];

/** Names that contain a number but state none, and addresses of files. */
const names =
  /`[^`]*`|\]\([^)]*\)|\bdecisions? \d{2,3}(?:(?:, | and )\d{3})*|\bRFC \d+|\b(?:HMAC-)?SHA-\d+|AES-256-GCM|UTS #39|argon2(?:id)?|\bIPv[46]\b|ASVS 5\.0(?:\.0)?|NIST SP 800-63B|6to4|NAT64|base 32|port 443 or 80/g;

const numbers =
  'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|hundred|thousand|million';
const figure = new RegExp(`\\d|\\b(?:${numbers})s?\\b`, 'i');

const flat = (text: string): string => text.replace(/\s+/g, ' ');

/** What is wrong with the figures of a text: a statement that it lacks, and figures in no statement. */
export function figureMistakes(text: string, statements: Statements): string[] {
  let rest = flat(text);
  const missing: string[] = [];
  for (const statement of statements.map(flat).toSorted((a, b) => b.length - a.length)) {
    if (rest.includes(statement)) rest = rest.replace(statement, () => ' … ');
    else missing.push(`is missing: ${statement}`);
  }
  rest = rest.replace(names, ' ');
  const at = rest.search(figure);
  return at < 0
    ? missing
    : [...missing, `no test states: ${rest.slice(Math.max(0, at - 60), at + 60).trim()}`];
}
