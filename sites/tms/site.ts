import { defineSite } from '../schema.ts';

export const site = defineSite({
  code: 'tms',
  order: 2,
  label: 'TMS',
  name: 'Sunrise',
  host: 'tms.localhost',
  aliases: ['sunrise.tm-exchange.com'],
  environments: [4, 5, 6],
  cars: [4, 5, 6],
  // eXtreme tracks count as Sunrise: same environments, same game
  formats: ['TMS'],
  tags: [
    { id: 0, name: 'Normal' },
    { id: 1, name: 'Stunt' },
    { id: 2, name: 'Maze' },
    { id: 3, name: 'Offroad' },
    { id: 4, name: 'Laps', meaning: 'laps' },
    { id: 5, name: 'FullSpeed' },
    { id: 6, name: 'LOL' },
    { id: 7, name: 'Tech' },
    { id: 8, name: 'SpeedTech' },
    { id: 9, name: 'RPG' },
    { id: 10, name: 'PressForward', meaning: 'uncompetitive' },
    { id: 11, name: 'Trial' },
    { id: 12, name: 'Grass' },
  ],
  capabilities: {
    showsEnvironmentOverlay: true,
    hasStarTracks: false,
    playLink: { kind: 'tmup' },
    dedicatedServer: 'early',
    hasReplayLogins: false,
  },
  gameSite: 'sunrise',
  texts: {
    tagline: 'Island, coast and bay: tracks for Sunrise and Sunrise eXtreme, first light over the water.',
    about:
      'Sunrise took the game to the sea: the island with its long jumps, the coast with its narrow roads, and the bay with a whole city to bounce around in. Tracks made with Sunrise and Sunrise eXtreme live here.',
  },
  quotas: { uploads: null, awards: null, comments: null },
});
