import { editedBack } from '#features/modlog/model.ts';
import { cleanMessage, countCharacters } from '#lib/bbcode/typed.ts';
import { dayMs } from '#lib/codes/durations.ts';
import { invisibleMistake, withoutInvisible, withoutLoneJoiners } from '#lib/game-text/invisible.ts';
import { secondsIn } from '#lib/video/address.ts';

/** Minimum and maximum number of characters. */
export const videoTitleLength = { least: 2, most: 100 } as const;
export const maxAuthorCharacters = 100;
/** Tracks of one video. */
export const maxVideoTracks = 50;
/** Accounts younger than this post fewer videos a day. */
export const newAccountMs = 7 * dayMs;

export const lengthMessage = 'Enter the length like 4:05 or 4m5s, up to 24 hours.';
export const timestampMessage = 'Enter where the track begins, like 1:30 or 1m30s, up to 24 hours.';

/** A title or name as it is stored: on one line. */
export const cleanLine = (typed: string): string =>
  withoutLoneJoiners(cleanMessage(typed)).replace(/\s+/gu, ' ').trim();

/** A text of the video site, which may be of any length, cut to what we store. */
export const cutLine = (foreign: string, most: number): string =>
  [...withoutInvisible(cleanLine(foreign.slice(0, 4 * most)))].slice(0, most).join('').trim();

/** Why a title cannot be used, as a sentence; null if it can. */
export function videoTitleMistake(title: string): string | null {
  const length = countCharacters(title);
  if (length < videoTitleLength.least)
    return `Use at least ${videoTitleLength.least} characters for the title.`;
  if (length > videoTitleLength.most) return `Use at most ${videoTitleLength.most} characters for the title.`;
  return invisibleMistake('The title', title);
}

/** The same for the name of the author on the video site, which may be missing. */
export function authorMistake(author: string): string | null {
  if (countCharacters(author) > maxAuthorCharacters)
    return `Use at most ${maxAuthorCharacters} characters for the author.`;
  return invisibleMistake('The author', author);
}

/** A track in a video as typed, and where it begins. */
export interface TypedTrack {
  /** an id or the address of a track */
  readonly track: string;
  readonly timestamp: string;
}

export interface VideoTrack {
  readonly trackId: number;
  readonly timestampS: number | null;
}

/**
 * The tracks of a form; empty rows are left out, and if a track is entered twice, its last row counts. Returns a sentence if a
 * row is invalid.
 */
export function tracksIn(rows: readonly TypedTrack[]): readonly VideoTrack[] | string {
  const tracks = new Map<number, VideoTrack>();
  for (const row of rows) {
    const text = row.track.trim();
    if (text === '') continue;
    const trackId = Number(/^(?:[^\s?#]*\/trackshow\/)?([1-9]\d{0,8})(?:[?#]\S*)?$/.exec(text)?.[1] ?? 0);
    if (trackId === 0) return `“${text.slice(0, 60)}” isn’t a track’s ID or address.`;
    const timestampS = secondsIn(row.timestamp);
    if (timestampS === undefined) return timestampMessage;
    tracks.set(trackId, { trackId, timestampS });
  }
  if (tracks.size > maxVideoTracks) return `A video can have at most ${maxVideoTracks} tracks.`;
  return [...tracks.values()];
}

/** Why acts of moderators on videos cannot be undone. */
export const irreversible = { 'video.edit': editedBack } as const;
