import { defineSite } from '../schema.ts';

export const site = defineSite({
  code: 'tmo',
  order: 1,
  label: 'TMO',
  name: 'Original',
  host: 'tmo.localhost',
  aliases: ['original.tm-exchange.com'],
  environments: [1, 2, 3],
  cars: [1, 2, 3],
  // Sunrise shares the engine; the reader distinguishes the two by environment
  formats: ['TM 1.0', 'TM Power Up', 'TMO'],
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
  gameSite: 'original',
  texts: {
    tagline: 'Desert, snow and rally: tracks for the game that began it all in 2003.',
    about:
      'Original is where it started: three environments, three very different cars, and a track editor that nobody expected to outlive the game around it. Tracks made with TrackMania 1.0, Power Up and Original live here: long desert runs, frozen switchbacks and rally lanes between the trees.',
  },
  quotas: { uploads: null, awards: null, comments: null },
});
