import type { PersonRow } from '#features/users/list/fields.ts';
import type { PackTrackStatus } from '#lib/codes/pack.ts';

/** A track of a pack as its managers see it: GET /trackpackmanage/:packId/tracks. */
export interface PackEntry {
  TrackId: number;
  /** without colour codes; `Track 5` if the viewer may no longer see the track */
  TrackName: string;
  Uploader: PersonRow;
  Status: PackTrackStatus;
  /** from 1, without gaps; null unless approved */
  Position: number | null;
  Awards: number;
  /** ISO 8601, UTC, milliseconds, without a zone */
  UploadedAt: string;
  AuthorTime: number;
  /** the author's result as shown: a time, or points in Stunts */
  AuthorTimeText: string;
  AddedBy: PersonRow;
  AddedAt: string;
  IsPublic: boolean;
  IsListed: boolean;
  /** deleted by its author or a moderator; restoring brings it back to its position */
  IsDeleted: boolean;
  /** false: hidden or deleted; only its number is shown, and the link leads nowhere */
  IsVisible: boolean;
}

/** The last change of a pack's tracks, which can be undone while the revision is the same. */
interface PackUndo {
  /** a phrase, such as "Moved “Loop” from 3 to 1" */
  Text: string;
  ByUserId: number;
  ByName: string;
}

/** All tracks of a pack, the approved ones first, by position. */
export interface PackEntries {
  Revision: number;
  Undo: PackUndo | null;
  /** the viewer acts as a moderator: every write needs a `Reason`, which is logged */
  NeedsReason: boolean;
  Tracks: PackEntry[];
}

/** The result of one line of POST /trackpack/addtracks. */
export interface AddedTrack {
  Input: string;
  TrackId: number | null;
  TrackName: string | null;
  /** a sentence; null: added */
  Problem: string | null;
}

/** The response to every write to a pack's tracks. */
export interface PackChanged {
  Revision: number;
}

export interface TracksAdded extends PackChanged {
  Results: AddedTrack[];
}
