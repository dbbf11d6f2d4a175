import { stripGameText } from '#lib/game-text/parse.ts';

/** The name of a track as plain text; one that is nothing but codes goes by its number. */
export const trackName = (track: { readonly TrackId: number; readonly TrackName: string }): string =>
  stripGameText(track.TrackName).trim() || `Track ${track.TrackId}`;
