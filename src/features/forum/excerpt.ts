interface Part {
  readonly text: string;
  readonly isHit: boolean;
}

const before = 80;
const longest = 280;

/** The words of a query as they are searched: without operators, each once. */
const wordsIn = (query: string): string[] => {
  const wanted = query.toLowerCase().match(/(?<![\p{L}\p{N}-])-?[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(wanted.filter((word) => !word.startsWith('-') && word !== 'or'))];
};

/** The part of a message around the first word that was searched, without its tags; the words are marked. */
export function plainExcerpt(source: string, query: string): Part[] {
  const plain = source
    .replace(/\[[^[\]]*\]/g, ' ')
    .replace(/\s+/g, ' ')
    // where a tag ended
    .replace(/ (?=[.,!?](?: |$))/g, '')
    .trim();
  const words = wordsIn(query);
  if (words.length === 0) return [{ text: cut(plain, 0), isHit: false }];
  const hits = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  const first = plain.search(hits);
  const shown = cut(plain, Math.max(0, first - before));
  return shown
    .split(hits)
    .map((text, index) => ({ text, isHit: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

/** Up to `longest` characters from the beginning of a word. */
function cut(text: string, from: number): string {
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const end = start + longest;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).toWellFormed()}${end < text.length ? '…' : ''}`;
}
