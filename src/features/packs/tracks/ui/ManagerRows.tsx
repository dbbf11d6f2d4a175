import { type RefObject, useState } from 'react';
import { closest } from '#ui/dom.ts';
import type { PackEntry } from '../entries.ts';
import { ManagerRow, type RowActs } from './ManagerRow.tsx';
import { useNearRows } from './use-manager.ts';

interface Props {
  packId: number;
  label: string;
  tracks: readonly PackEntry[];
  list: RefObject<HTMLOListElement | null>;
  /** picked up with the keyboard */
  liftedId: number | undefined;
  /** about to get the focus */
  focusedId: number | null;
  acts: RowActs | null;
}

/** The rows of a tab. Those far from the window have only their names; a row keeps its controls as long as it has the focus. */
export function ManagerRows({ packId, label, tracks, list, liftedId, focusedId, acts }: Props) {
  const [from, to] = useNearRows(list, tracks.length);
  const [keptId, setKeptId] = useState<number | null>(null);
  const keep = (target: Element) => {
    const id = closest(target, '[data-track]', HTMLElement)?.dataset.track;
    setKeptId(id === undefined ? null : Number(id));
  };
  return (
    <ol className="pm__list" ref={list} aria-label={label} onFocus={({ target }) => keep(target)}>
      {tracks.map((track, index) => (
        <ManagerRow
          key={track.TrackId}
          packId={packId}
          track={track}
          isLifted={track.TrackId === liftedId}
          isNear={
            acts === null ||
            (from <= index && index <= to) ||
            [liftedId, focusedId, keptId].includes(track.TrackId)
          }
          acts={acts}
        />
      ))}
    </ol>
  );
}
