/** Numbers the game, the addresses and the database share. Index = number on the wire. */
export const moods = ['Sunrise', 'Day', 'Sunset', 'Night'] as const;

export const difficulties = ['Beginner', 'Intermediate', 'Expert', 'Lunatic'] as const;
export const routeKinds = ['Single', 'Multiple', 'Symmetrical'] as const;
export const primaryTypes = ['Race', 'Puzzle', 'Platform', 'Stunts', 'Shortcut', 'Laps'] as const;
export const replayTypes = ['Standard', 'Classic', 'Nadeo', 'Uncompetitive', 'Beta', 'Star'] as const;

/** PrimaryType numbers whose medals are not times. */
export const platformType = 2;
export const stuntsType = 3;
