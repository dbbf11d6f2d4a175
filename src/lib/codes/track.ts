/** Numbers shared by the game, the API and the database: the index is the number. */
export const moods = ['Sunrise', 'Day', 'Sunset', 'Night'] as const;

export const difficulties = ['Beginner', 'Intermediate', 'Expert', 'Lunatic'] as const;
export const routeKinds = ['Single', 'Multiple', 'Symmetrical'] as const;
export const primaryTypes = ['Race', 'Puzzle', 'Platform', 'Stunts', 'Shortcut', 'Laps'] as const;
export const replayTypes = ['Standard', 'Classic', 'Nadeo', 'Uncompetitive', 'Beta', 'Star'] as const;
/** The replay types of tracks that count on leaderboards: all but Uncompetitive and Beta. */
export const countedReplayTypes = [0, 1, 2, 5] as const;

/** Primary types whose medals are not times. */
export const platformType = 2;
export const stuntsType = 3;
