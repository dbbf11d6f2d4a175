/** Codes of each smiley, keyed by file stem: images are `/images/smiles/{stem}.svg`. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  wink: [';)'],
  bigsmile: [':D'],
  confused: [':S'],
  cool: [':cool:'],
  tongue: [':P'],
  cry: [":'("],
  sad: [':('],
  embarrassed: [':$'],
  surprised: [':O'],
  stunned: [':|'],
  gold: [':gold:'],
  silver: [':silver:'],
  bronze: [':bronze:'],
  smile: [':)'],
  angry: [':@'],
  kiss: [':*'],
  unsure: [':/'],
  lol: [':lol:'],
  rolleyes: [':rolleyes:'],
  evil: [':evil:'],
  angel: [':angel:'],
  sleep: [':sleep:'],
  heart: [':heart:'],
  thumbsup: [':thumbsup:'],
  thumbsdown: [':thumbsdown:'],
  clap: [':clap:'],
  idea: [':idea:'],
  question: [':?:'],
  exclamation: [':!:'],
  author: [':author:'],
  award: [':award:'],
  car: [':car:'],
  flag: [':flag:'],
};

/** The older `(name)` form is supported for faces only: "(gold)", "(author)" or "(car)" are words in a sentence. */
const FACES = [
  'wink bigsmile confused cool tongue cry sad embarrassed surprised stunned smile angry kiss unsure lol rolleyes',
  'evil angel sleep',
]
  .join(' ')
  .split(' ');

/** Every file stem under `/images/smiles/`, in the order of the picker. */
export const SMILEY_STEMS: readonly string[] = Object.keys(CODES);

/** One entry of the smiley picker: the code to insert and the picture it becomes. */
export const SMILEYS: readonly { readonly code: string; readonly stem: string }[] = Object.entries(
  CODES,
).flatMap(([stem, codes]) => codes.map((code) => ({ code, stem })));

const STEM_BY_CODE: ReadonlyMap<string, string> = new Map([
  ...SMILEYS.map(({ code, stem }) => [code.toLowerCase(), stem] as const),
  ...FACES.map((stem) => [`(${stem})`, stem] as const),
]);

/** A piece of text with a smiley after it; `code` is as typed, null at the end of the text. */
export interface SmileyPart {
  readonly before: string;
  readonly code: string | null;
  readonly stem: string;
}

/** Longest code first. */
const code = [...STEM_BY_CODE.keys()]
  .sort((a, b) => b.length - a.length)
  .map((one) => one.replace(/[$()*|?/]/g, '\\$&'))
  .join('|');

/**
 * Both neighbours must be a space, punctuation or the edge of the text: `x:(y)` and `http://` contain no faces. A smiley may also
 * follow another one.
 */
const SMILEY = new RegExp(String.raw`(?<![^\s\p{P}\p{S}])(?:${code})(?![^\s\p{P}\p{S}])`, 'giu');
const NEXT_SMILEY = new RegExp(String.raw`(?:${code})(?![^\s\p{P}\p{S}])`, 'giuy');

/** Splits text at its first `most` smileys; the last part has no code. Addresses must be removed before. */
export function splitSmileys(text: string, most = Number.POSITIVE_INFINITY): SmileyPart[] {
  const parts: SmileyPart[] = [];
  let from = 0;
  let at = 0;
  while (parts.length < most) {
    const next = at > 0 && at === from ? matchFrom(NEXT_SMILEY, text, at) : null;
    const found = next ?? matchFrom(SMILEY, text, at);
    if (!found) break;
    const stem = STEM_BY_CODE.get(found[0].toLowerCase());
    at = found.index + found[0].length;
    if (stem === undefined) continue; // a letter that only matches regardless of case, such as ſ
    parts.push({ before: text.slice(from, found.index), code: found[0], stem });
    from = at;
  }
  parts.push({ before: text.slice(from), code: null, stem: '' });
  return parts;
}

function matchFrom(expression: RegExp, text: string, from: number): RegExpExecArray | null {
  expression.lastIndex = from;
  return expression.exec(text);
}
