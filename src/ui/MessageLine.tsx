import { readLine } from '#lib/bbcode/line.ts';
import type { ReferenceNames } from '#lib/bbcode/references.ts';
import { noText, smileyPath } from '#lib/bbcode/render.ts';
import type { LinePiece } from '#lib/bbcode/text.ts';

interface Props {
  /** stored with the message, see `storedLine` */
  line: string;
  /** characters; a smiley counts as one */
  longest: number;
  names: ReferenceNames;
}

/** The beginning of a message in one line, with its smileys, for lists. */
export function MessageLine({ line, longest, names }: Props) {
  const pieces = readLine(line, longest, names);
  if (pieces.length === 0) return <span className="bb-none">{noText}</span>;
  return (
    <bdi>
      <LinePieces pieces={pieces} />
    </bdi>
  );
}

/** Pieces of one line: text, and smileys as pictures. */
export function LinePieces({ pieces }: { pieces: readonly LinePiece[] }) {
  return pieces.map((piece, index) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      <img
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no key other than their position
        key={index}
        className="smiley"
        src={smileyPath(piece.stem)}
        alt={piece.code}
        width="20"
        height="20"
      />
    ),
  );
}
