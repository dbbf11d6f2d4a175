/** Tracks in the zip of a search. */
export const maxSearchTracks = 5000;
/** Replays in the zip of a track. */
export const maxReplays = 10_000;
