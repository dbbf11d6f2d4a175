import { memo, type PointerEvent, type SyntheticEvent, useState } from 'react';
import { type PackTrackStatus, packStatusNames } from '#lib/codes/pack.ts';
import { formatCount } from '#lib/format/count.ts';
import { routes } from '#routes/routes.ts';
import { Icon } from '#ui/Icon.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import type { PackEntry } from '../entries.ts';
import { StatusPlate } from './StatusPlate.tsx';
import { typedPosition } from './steps.ts';

/** What can be done with a row. The object stays the same, so that rows are rendered only when they change. */
export interface RowActs {
  press(event: PointerEvent<HTMLElement>, track: PackEntry): void;
  key(event: SyntheticEvent & { readonly key: string }, track: PackEntry): void;
  place(track: PackEntry, position: number): void;
  setStatus(track: PackEntry, status: PackTrackStatus): void;
  remove(track: PackEntry): void;
}

interface Props {
  packId: number;
  track: PackEntry;
  isLifted: boolean;
  /** far from the window only its name is rendered */
  isNear: boolean;
  /** null before hydration: the row then links to its plain form */
  acts: RowActs | null;
}

/** One track of a pack, with what its managers can change. */
export const ManagerRow = memo(function ManagerRow({ packId, track, isLifted, isNear, acts }: Props) {
  const { TrackId, TrackName: name, Position, Status } = track;
  if (!isNear) {
    return (
      <li className="pm__row" data-track={TrackId}>
        <span className="pm__name">{name}</span>
      </li>
    );
  }
  return (
    <li className={isLifted ? 'pm__row pm__row--lifted' : 'pm__row'} data-track={TrackId}>
      <span className="pm__order">
        {Position !== null && acts && (
          <>
            <button
              type="button"
              className="act pm__grip"
              data-part="grip"
              aria-label={`Move ${name}, position ${Position}`}
              aria-pressed={isLifted}
              onPointerDown={(event) => acts.press(event, track)}
              onKeyDown={(event) => acts.key(event, track)}
              onClick={(event) => {
                // a screen reader's press has no pointer and no key
                if (event.detail === 0) acts.key(Object.assign(event, { key: 'Enter' }), track);
              }}
            >
              <Icon name="grip" />
            </button>
            <PositionBox track={track} place={acts.place} />
          </>
        )}
        {Position !== null && !acts && <span className="n">{Position}</span>}
      </span>
      <span className="pm__name">
        {track.IsVisible ? (
          <a className="tn" dir="auto" href={routes.trackShow(TrackId, packId)} title={name}>
            {name}
          </a>
        ) : (
          <span className="tn" dir="auto">
            {name}
          </span>
        )}
        {track.IsDeleted ? (
          <span className="lab lab--bad">Deleted</span>
        ) : (
          !(track.IsPublic && track.IsListed) && <span className="lab lab--warn">Not public</span>
        )}
      </span>
      <span className="pm__by meta">
        by <PersonLink person={track.Uploader} />
      </span>
      <span className="pm__added meta">
        added by <bdi>{track.AddedBy.Name}</bdi>,{' '}
        <time dateTime={`${track.AddedAt}Z`}>{track.AddedAt.slice(0, 10)}</time>
      </span>
      <span className="pm__time time n">{track.AuthorTimeText}</span>
      <span className="pm__awards aw">
        <Icon name="award" />
        {formatCount(track.Awards)}
      </span>
      {acts ? (
        <>
          <select
            className="in pm__status"
            data-part="status"
            aria-label={`Status of ${name}`}
            value={Status}
            onChange={({ target }) => acts.setStatus(track, Number(target.value) as PackTrackStatus)} // of these options
          >
            {packStatusNames.map(([code, label]) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
          </select>
          <button
            type="button"
            className="act pm__remove"
            data-part="remove"
            aria-label={`Remove ${name}`}
            onClick={() => acts.remove(track)}
          >
            <Icon name="trash" />
          </button>
        </>
      ) : (
        <>
          <span className="pm__status">
            <StatusPlate status={Status} />
          </span>
          <a className="btn pm__remove" href={routes.trackPackManageTrack(packId, TrackId)}>
            Change<span className="sr"> {name}</span>
          </a>
        </>
      )}
    </li>
  );
});

/** The position as a number to type over: Enter, or leaving the field, moves the track. Escape restores it. */
function PositionBox({ track, place }: { track: PackEntry; place: RowActs['place'] }) {
  const [typed, setTyped] = useState<string | null>(null);
  const commit = () => {
    const position = typed === null ? null : typedPosition(typed);
    setTyped(null);
    if (position !== null && position !== track.Position) place(track, position);
  };
  return (
    <input
      className="in pm__pos n"
      data-part="position"
      type="text"
      inputMode="numeric"
      autoComplete="off"
      maxLength={9}
      aria-label={`Position of ${track.TrackName}`}
      value={typed ?? track.Position ?? ''}
      onChange={({ target }) => setTyped(target.value)}
      onFocus={({ target }) => target.select()}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setTyped(null);
      }}
    />
  );
}
