import { expect, test } from 'vitest';
import type { Environment } from './environment.ts';
import { environmentsOf, GAMES, gameOfChallenge, gameOfReplay } from './game.ts';

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

test.each([
  [null, 'Snow', 'TM 1.0'],
  [1, 'Desert', 'TM Power Up'],
  [4, 'Rally', 'TMO'],
  [4, 'Island', 'TMS'],
  [4, 'Stadium', 'TMN ESWC'],
  [6, 'Stadium', 'TMU'],
  [7, 'Bay', 'TMF'],
])('a replay of version %s in %s is %s', (version, environment, game) => {
  expect(gameOfReplay(version, environment as Environment)).toBe(game); // from the table above
});

test('every game has environments', () => {
  for (const game of GAMES) expect(environmentsOf(game)).not.toEqual([]);
});
