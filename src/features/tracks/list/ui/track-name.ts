import { stripGameText } from '#lib/game-text/parse.ts';

/** The name of a track as plain text; its id if the name consists only of codes. */
export const trackName = (track: { readonly TrackId: number; readonly TrackName: string }): string =>
  stripGameText(track.TrackName).trim() || `Track ${track.TrackId}`;
