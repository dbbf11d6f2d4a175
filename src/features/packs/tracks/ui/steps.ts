import { PackTrackStatus } from '#lib/codes/pack.ts';
import type { PackEntry } from '../entries.ts';

/** One change of the list, as it is sent to the server. */
export type Step =
  | {
      readonly act: 'status';
      readonly trackId: number;
      readonly status: PackTrackStatus;
      /** to the authors */
      readonly note?: string;
    }
  /** 1-based among the approved tracks; beyond the end is the last position */
  | { readonly act: 'move'; readonly trackId: number; readonly position: number }
  | { readonly act: 'remove'; readonly trackId: number }
  /** ids, UIds or addresses */
  | { readonly act: 'add'; readonly tracks: string }
  | { readonly act: 'undo' };

type Tracks = readonly PackEntry[];

const isApproved = ({ Status }: PackEntry) => Status === PackTrackStatus.approved;

/** The list after a step, as the server will number it. Rows that do not change keep their identity. */
export function afterStep(tracks: Tracks, step: Step): PackEntry[] {
  if (step.act === 'undo' || step.act === 'add') return [...tracks]; // only the server knows what they change
  const track = tracks.find(({ TrackId }) => TrackId === step.trackId);
  if (!track) return [...tracks];
  const rest = tracks.filter((other) => other !== track);
  const approved = rest.filter(isApproved);
  const others = rest.filter((other) => !isApproved(other));
  if (step.act === 'remove') return [...numbered(approved), ...others];
  if (step.act === 'move') {
    if (!isApproved(track)) return [...tracks];
    const at = Math.min(Math.max(step.position, 1), approved.length + 1) - 1;
    return [...numbered([...approved.slice(0, at), track, ...approved.slice(at)]), ...others];
  }
  if (track.Status === step.status) return [...tracks];
  const changed = { ...track, Status: step.status, Position: null };
  return isApproved(changed)
    ? [...numbered([...approved, changed]), ...others]
    : [...numbered(approved), ...others, changed];
}

const numbered = (approved: Tracks): PackEntry[] =>
  approved.map((track, index) => (track.Position === index + 1 ? track : { ...track, Position: index + 1 }));

/** The position of a track that is dropped in front of another one, or at the end if `beforeId` is null. */
export function droppedAt(tracks: Tracks, trackId: number, beforeId: number | null): number {
  const rest = tracks.filter((track) => isApproved(track) && track.TrackId !== trackId);
  const at = rest.findIndex(({ TrackId }) => TrackId === beforeId);
  return (at === -1 ? rest.length : at) + 1;
}

/** A new list in which unchanged rows are the same objects as before, so that only changed rows are rendered. */
export function withKnownRows(tracks: Tracks, before: Tracks): PackEntry[] {
  const known = new Map(before.map((track) => [track.TrackId, track]));
  return tracks.map((track) => {
    const old = known.get(track.TrackId);
    return old && JSON.stringify(old) === JSON.stringify(track) ? old : track;
  });
}

const keySteps: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -10,
  PageDown: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Where a lifted row goes when a key is pressed, within 1 and `last`; null if the key does not move it. */
export function positionAfterKey(key: string, position: number, last: number): number | null {
  const step = keySteps[key];
  return step === undefined ? null : Math.min(Math.max(position + step, 1), last);
}

/** A typed position; null unless it is a whole number from 1. */
export const typedPosition = (text: string): number | null =>
  /^\s*0*[1-9]\d{0,8}\s*$/.test(text) ? Number(text) : null;

/** The first and the last of the rows that are rendered with their controls. */
export type NearRows = readonly [first: number, last: number];

const minBeyond = 8;
const maxBeyond = 24;

/**
 * The rows on the screen and some around them. It stays the same while the user scrolls a little, so that most frames render
 * nothing.
 */
export function nearRows(first: number, last: number, before: NearRows): NearRows {
  const [from, to] = before;
  if (from <= Math.max(0, first - minBeyond) && last + minBeyond <= to) return before;
  return [Math.max(0, first - maxBeyond), last + maxBeyond];
}
