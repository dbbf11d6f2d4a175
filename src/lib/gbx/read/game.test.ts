import { expect, test } from 'vitest';
import type { Environment } from './environment.ts';
import {
  environmentsOf,
  GAMES,
  type Game,
  gameOfChallenge,
  gameOfReplay,
  type ReplayTraces,
} from './game.ts';

const OLD = 0x2400_3000;
const NEW = 0x0304_3000;

// The table in FORMAT.md.
test.each([
  [OLD, 3, 0, 'Desert', 'TM 1.0'],
  [OLD, 4, 1, 'Rally', 'TM Power Up'],
  [OLD, 7, 1, 'Bay', 'TMS'],
  [OLD, 9, 2, 'Snow', 'TMO'],
  [OLD, 10, 4, 'Desert', 'TMO'],
  [OLD, 10, 4, 'Coast', 'TMS'],
  [OLD, 10, 4, 'Stadium', 'TMN ESWC'],
  [OLD, 10, 5, 'Stadium', 'TMU'],
  [NEW, 10, 5, 'Coast', 'TMF'],
  [NEW, 11, 5, 'Stadium', 'TMF'],
])('class %i, 002 v%i, 003 v%i in %s is %s', (classId, desc, common, environment, game) => {
  expect(gameOfChallenge(classId, desc, common, environment as Environment)).toBe(game); // from the table above
});

const bench = { version: 0xffff_ffff, environment: 'Stadium' } as const;
test.each<[Partial<ReplayTraces>, Game]>([
  [{ version: null, environment: 'Snow' }, 'TM 1.0'],
  [{ version: 1, environment: 'Desert', mapHasHeader: true }, 'TM Power Up'],
  [{ version: 4, environment: 'Rally' }, 'TMO'],
  [{ version: 4, environment: 'Island' }, 'TMS'],
  [{ version: 4, environment: 'Stadium' }, 'TMN ESWC'],
  [{ version: 4, environment: 'Stadium', exe: 'TmNations', exeVersion: '0.1.8.0' }, 'TMN ESWC'],
  [{ version: 6, environment: 'Stadium' }, 'TMU'],
  [{ version: 7, environment: 'Bay' }, 'TMF'],
  [{ version: 4, environment: 'Stadium', exeVersion: '0.1.8.7' }, 'TMU'],
  [{ ...bench, exeVersion: '0.1.7.5' }, 'TMN ESWC'],
  [{ ...bench, exe: 'TmUnited.0.2.1.0' }, 'TMU'],
  [{ ...bench, exeVersion: '0.2.1.0' }, 'TMU'],
  [{ ...bench, mapHasHeader: true }, 'TMU'],
  [{ ...bench, version: 9999, environment: 'Bay', mapHasHeader: true }, 'TMU'],
  [{ ...bench, exe: 'TmForever.2.11.26' }, 'TMF'],
  [{ ...bench, exeVersion: '2.11.26' }, 'TMF'],
  [{ ...bench, classIdRaw: 0x0309_3000, mapHasHeader: true }, 'TMF'],
  [{ ...bench, environment: 'Coast', exe: 'TmSunrise 0.1.4.6', exeVersion: '0.1.4.6' }, 'TMS'],
])('a replay with %j is of %s', (traces, game) => {
  const nothing = {
    classIdRaw: 0x2403_f000,
    version: null,
    exe: null,
    exeVersion: null,
    mapHasHeader: false,
    environment: 'Stadium' as const,
  };
  expect(gameOfReplay({ ...nothing, ...traces })).toBe(game);
});

test('every game has environments', () => {
  for (const game of GAMES) expect(environmentsOf(game)).not.toEqual([]);
});
