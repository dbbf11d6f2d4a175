import { defineSite } from '../schema.ts';

export const site = defineSite({
  code: 'tmn',
  order: 3,
  label: 'TMN',
  name: 'Nations',
  host: 'tmn.localhost',
  aliases: ['nations.tm-exchange.com'],
  environments: [7],
  cars: [7],
  // only the stadium of 2006: tracks of its successor have their own edition
  formats: ['TMN ESWC'],
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
    showsEnvironmentOverlay: false,
    hasStarTracks: false,
    playLink: { kind: 'maniacode' },
    dedicatedServer: 'early',
    hasReplayLogins: false,
  },
  gameSite: 'nations',
  texts: {
    tagline: 'The stadium on finals day: tracks for Nations ESWC, free to play and hard to master.',
    about:
      'Nations ESWC was made for one tournament and stayed for years: one stadium, one car, and times so close that a hundredth decides. Tracks made with Nations ESWC live here.',
  },
  quotas: { uploads: null, awards: null, comments: null },
});
