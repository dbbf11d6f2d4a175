import { useRef } from 'react';
import { PackTrackStatus, packStatusNames } from '#lib/codes/pack.ts';
import { Question } from '#ui/Question.tsx';
import type { PackEntry } from '../entries.ts';
import { asksForNote } from '../states.ts';

export const statusNames = new Map<number, string>(packStatusNames);

/** What a change of status means for the authors and the list. */
const meaning: Readonly<Record<PackTrackStatus, string>> = {
  [PackTrackStatus.pending]: 'The track leaves the track list until it’s approved.',
  [PackTrackStatus.approved]: 'The track goes to the end of the list.',
  [PackTrackStatus.changesRequested]:
    'It leaves the list, and its authors are notified. A new file makes it pending again.',
  [PackTrackStatus.rejected]:
    'It leaves the list, its authors are notified, and it can’t be submitted again.',
  [PackTrackStatus.retired]: 'It leaves the list and is shown under Retired Tracks.',
};

interface Props {
  track: PackEntry;
  status: PackTrackStatus;
  onClose: () => void;
  /** `note` is for the authors, and may be empty */
  onYes: (note: string) => void;
}

/** Asks for confirmation of a new status, and for a note to the authors if it is a decision against the track. */
export function StatusQuestion({ track, status, onClose, onYes }: Props) {
  const note = useRef<HTMLTextAreaElement>(null);
  const name = statusNames.get(status);
  return (
    <Question
      title={`Set to ${name}?`}
      no="Cancel"
      yes={`Set to ${name}`}
      onClose={onClose}
      onYes={() => onYes(note.current?.value.trim() ?? '')}
    >
      <p>
        <b dir="auto">{track.TrackName}</b> is {statusNames.get(track.Status)}. {meaning[status]}
      </p>
      {asksForNote.includes(status) && (
        <div className="f">
          <label className="lb" htmlFor="pm-note">
            Note to the authors
          </label>
          <textarea className="in" id="pm-note" ref={note} maxLength={2000} aria-describedby="pm-note-hint" />
          <span className="hint" id="pm-note-hint">
            {noteHint[status]}
          </span>
        </div>
      )}
    </Question>
  );
}

const noteHint: Partial<Record<PackTrackStatus, string>> = {
  [PackTrackStatus.changesRequested]: 'What should they change? The authors see this.',
  [PackTrackStatus.rejected]: 'Why? The authors see this.',
};
