import { type Piece, scanMessage } from './scan.ts';
import { plainLink, TAGS } from './tags.ts';

/** Which tags of a message belong together, by their places in it. */
export interface Pairs {
  /** The place of the end of an opening tag; undefined if it has none. */
  endOf(start: number): number | undefined;
  /** Whether the end at this place belongs to an opening tag. */
  isEnd(place: number): boolean;
}

/**
 * Pairs each end with the last opening tag of its name, also if they cross others. What has no counterpart may be a word in
 * brackets: `[S] wins` strikes nothing out. `isBeginning`: the message was cut, so tags without an end are closed by the cut.
 */
export function pairTags(source: string, isBeginning: boolean): Pairs {
  const scanner = scanMessage(source);
  const ends = new Map<number, number>();
  const places = new Set<number>();
  const open = new Map<string, number[]>();
  const pair = (start: number, end: number) => {
    ends.set(start, end);
    places.add(end);
  };
  for (let piece = scanner.next(); piece !== null; piece = scanner.next()) {
    if (piece.kind === 'text') continue;
    const starts = open.get(piece.tag) ?? [];
    if (piece.kind === 'close') {
      const start = starts.pop();
      if (start !== undefined) pair(start, piece.at);
    } else if (piece.tag === 'url' || TAGS.has(piece.tag)) {
      const body = readsBody(piece) ? scanner.takeUntilClose(piece.tag) : null;
      if (body !== null && isWhole(piece, body)) pair(piece.at, piece.at + piece.raw.length + body.length);
      else {
        scanner.rewind();
        open.set(piece.tag, starts);
        starts.push(piece.at);
      }
    }
  }
  if (isBeginning) for (const starts of open.values()) for (const start of starts) pair(start, source.length);
  return { endOf: (start) => ends.get(start), isEnd: (place) => places.has(place) };
}

type Opening = Piece & { kind: 'open' };

const readsBody = ({ tag, argument }: Opening): boolean =>
  tag === 'url' ? argument === null : TAGS.get(tag)?.does === 'verbatim';

/** Whether a tag and its end are one thing, in which no other tag is read. */
function isWhole({ tag, argument }: Opening, body: string): boolean {
  if (tag === 'url') return plainLink(body) !== null;
  const known = TAGS.get(tag);
  return known?.does === 'verbatim' && known.make(body, argument) !== null;
}
