/** What lines are measured with: the width of a text of size 1. */
export type Measure = (text: string) => number;

interface Fitted {
  readonly size: number;
  readonly lines: readonly string[];
}

const ellipsis = '…';

/** Text that fits into a width at its end, shortened if needed. */
export function shortenedTo(text: string, width: number, measure: Measure): string {
  if (measure(text) <= width) return text;
  const letters = [...text];
  while (letters.length > 0 && measure(letters.join('') + ellipsis) > width) letters.pop();
  return letters.join('').trimEnd() + ellipsis;
}

/** Words in lines of at most this width. A word that is longer than a line is divided. */
function wrapped(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const letter of word) {
      if (line !== '' && measure(line + letter) > width) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** The height of a line, for a size of 1. */
export const lineHeight = 1.06;

/** The largest of these sizes at which a text fits into its box; at the smallest, what remains is left out. */
export function fitLines(
  text: string,
  { width, sizes, height }: { width: number; sizes: readonly number[]; height: number },
  measure: Measure,
): Fitted {
  for (const size of sizes) {
    const lines = wrapped(text, width / size, measure);
    const words = text.split(' ');
    const dividesWord = words.some((word) => measure(word) > width / size);
    if (lines.length * lineHeight * size <= height && !(dividesWord && size !== sizes.at(-1)))
      return { size, lines };
  }
  const size = sizes.at(-1) ?? 1;
  const most = Math.max(1, Math.floor(height / (lineHeight * size)));
  const lines = wrapped(text, width / size, measure);
  const rest = lines.slice(most - 1).join(' ');
  return { size, lines: [...lines.slice(0, most - 1), shortenedTo(rest, width / size, measure)] };
}

/** The characters of a text that can be written; null if that leaves less than half of its letters. */
export function writable(text: string, has: (letter: string) => boolean): string | null {
  const letters = [...text.normalize('NFC').replace(/\s+/g, ' ').trim()];
  const written = letters.filter((letter) => letter === ' ' || has(letter));
  const solid = (all: readonly string[]) => all.filter((letter) => letter !== ' ').length;
  if (solid(written) === 0 || solid(written) < solid(letters) / 2) return null;
  return written.join('').replace(/ +/g, ' ').trim();
}
