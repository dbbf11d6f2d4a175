import { useState } from 'react';
import { findTracks } from '#features/tracks/list/ui/find-tracks.ts';
import { Autocomplete } from '#ui/Autocomplete.tsx';
import { Icon } from '#ui/Icon.tsx';
import { maxVideoTracks, type TypedTrack } from '../model.ts';

interface Props {
  start: readonly TypedTrack[];
  isInvalid: boolean;
}

interface Row extends TypedTrack {
  readonly key: number;
  /** of a track chosen from the suggestions */
  readonly label: string;
}

const emptyRows = 2;
const blank = (key: number): Row => ({ key, track: '', timestamp: '', label: '' });

/** The tracks of a video as part of a plain form: rows of a track and where it begins. Empty rows are not sent on. */
export function VideoTracks({ start, isInvalid }: Props) {
  const [rows, setRows] = useState<readonly Row[]>(() => [
    ...start.map((row, key) => ({ ...row, key, label: '' })),
    ...Array.from({ length: emptyRows }, (_, index) => blank(start.length + index)),
  ]);
  const change = (key: number, to: Partial<Row>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...to } : row)));
  return (
    <fieldset className="f full vtracks">
      <legend className="lb">Tracks</legend>
      <span className="hint" id="vtracks-hint">
        Name, ID or address, and where in the video the track begins, such as 1:30.
      </span>
      {rows.map((row, index) => (
        <div key={row.key} className="vtracks__row">
          <label className="sr" htmlFor={`vtrack-${row.key}`}>{`Track ${index + 1}`}</label>
          <Autocomplete
            id={`vtrack-${row.key}`}
            name="TrackId"
            value={row.track}
            onType={(track) => change(row.key, { track, label: '' })}
            onChoose={({ id, label }) => change(row.key, { track: String(id), label })}
            onEnter={() => {}}
            load={findTracks}
            listLabel="Tracks with this name"
            invalid={isInvalid}
            describedBy="vtracks-hint"
            maxLength={300}
          />
          <label className="sr" htmlFor={`vtime-${row.key}`}>{`Track ${index + 1} begins at`}</label>
          <input
            className="in n"
            id={`vtime-${row.key}`}
            name="TimestampAt"
            value={row.timestamp}
            placeholder="0:00"
            maxLength={20}
            autoComplete="off"
            onChange={({ target }) => change(row.key, { timestamp: target.value })}
          />
          {row.label !== '' && <span className="hint">{row.label}</span>}
        </div>
      ))}
      {rows.length < maxVideoTracks && (
        <button
          type="button"
          className="btn needs-script"
          onClick={() => setRows([...rows, blank(Math.max(...rows.map(({ key }) => key)) + 1)])}
        >
          <Icon name="plus" small />
          Another track
        </button>
      )}
    </fieldset>
  );
}
