/** Tracks in the zip of a search. */
export const mostSearchTracks = 5000;
/** Replays in the zip of a track. */
export const mostReplays = 10_000;
