/** What a track of a pack is worth for each of its drivers, up to a number of them: for the value of the pack and on its leaderboard. */
export const packWorthPerDriver = 1000;
export const packWorthDrivers = 10;
