import { defineSite } from '../schema.ts';

export const site = defineSite({
  code: 'tmnf',
  order: 4,
  label: 'TMNF',
  name: 'Nations Forever',
  host: 'tmnf.localhost',
  aliases: ['tmnf.exchange', 'tmnforever.tm-exchange.com'],
  environments: [7],
  cars: [7],
  // Forever also reads stadium tracks of United, and no other edition accepts them
  formats: ['TMF', 'TMU'],
  tags: [
    { id: 0, name: 'Race' },
    { id: 1, name: 'Stunt' },
    { id: 2, name: 'Maze' },
    { id: 3, name: 'Offroad' },
    { id: 4, name: 'Multilap', meaning: 'laps' },
    { id: 5, name: 'FullSpeed' },
    { id: 6, name: 'LOL' },
    { id: 7, name: 'Tech' },
    { id: 8, name: 'SpeedTech' },
    { id: 9, name: 'RPG' },
    { id: 10, name: 'PressForward', meaning: 'uncompetitive' },
    { id: 11, name: 'Trial' },
    { id: 12, name: 'Grass' },
    { id: 13, name: 'Story' },
    { id: 14, name: 'Nascar' },
    { id: 15, name: 'Speedfun' },
    { id: 16, name: 'Endurance' },
    { id: 17, name: 'Altered Nadeo' },
    { id: 18, name: 'Transitional' },
  ],
  capabilities: {
    showsEnvironmentOverlay: false,
    // the only edition with tracks of United, whose StarTrack campaign the board is for
    hasStarTracks: true,
    playLink: { kind: 'maniacode' },
    dedicatedServer: 'forever',
    opensManiaLinks: true,
    hasReplayLogins: true,
  },
  gameSite: 'tmnforever',
  texts: {
    tagline: 'The stadium after dark: the largest collection of tracks for Nations Forever.',
    about:
      'Nations Forever is the stadium that never closed: free, still driven every night, with more tracks than anyone could finish in a lifetime. Stadium tracks made with Forever and United live here.',
  },
  quotas: { uploads: null, awards: null, comments: null },
});
