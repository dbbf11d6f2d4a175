import { describe, expect, test } from 'vitest';
import { enumerationOf, numberedFrom0, readCode } from './enumeration.ts';
import { readEnvironment } from './environment.ts';
import { difficulties, moods, primaryTypes, routeKinds } from './track.ts';

const moodCodes = numberedFrom0(moods);
const routeCodes = numberedFrom0(routeKinds);
const tagCodes = enumerationOf([
  [0, 'Race'],
  [4, 'Multilap'],
  [5, 'FullSpeed'],
  [10, 'PressForward'],
  [17, 'Altered Nadeo'],
]);

test.each([
  [moodCodes, '3', 3],
  [moodCodes, ' Night ', 3],
  [moodCodes, 'nIGHT', 3],
  [moodCodes, '4', null],
  [moodCodes, '-1', null],
  [moodCodes, '99999999999999999999', null],
  [moodCodes, 'Unknown', null],
  [moodCodes, 'Foggy', undefined],
  [moodCodes, '1.5', undefined],
  [moodCodes, '', undefined],
  [routeCodes, 'Multi', 1],
  [routeCodes, 'multiple', 1],
  [routeCodes, 'Symmetric', 2],
  [routeCodes, 'symmetrical', 2],
  [numberedFrom0(difficulties), 'LUNATIC', 3],
  [numberedFrom0(primaryTypes), 'Laps', 5],
  [numberedFrom0(primaryTypes), 'Stunt', 3],
  [tagCodes, 'Fullspeed', 5],
  [tagCodes, 'Normal', 0],
  [tagCodes, 'laps', 4],
  [tagCodes, 'press forward', 10],
  [tagCodes, 'AlteredNadeo', 17],
  [tagCodes, '1', null],
])('%#: %s', (enumeration, text, code) => {
  expect(readCode(enumeration, text)).toBe(code);
});

test("another tool's name belongs to the entry that has this name itself", () => {
  const both = enumerationOf([
    [0, 'Normal'],
    [1, 'Race'],
  ]);
  expect(['normal', 'race'].map((name) => readCode(both, name))).toEqual([0, 1]);
});

describe('environments', () => {
  const all = [1, 2, 3, 4, 5, 6, 7];
  test.each<[string, 0 | 1, readonly number[], number | null | undefined]>([
    ['0', 0, all, 1],
    ['6', 0, all, 7],
    ['7', 0, all, null],
    ['1', 0, all, 2],
    ['1', 1, all, 1],
    ['7', 1, all, 7],
    ['8', 1, all, null],
    ['Stadium', 0, all, 7],
    ['stadiumcar', 0, all, 7],
    ['Alpine', 0, all, 1],
    ['SPEED', 1, all, 2],
    ['Unknown', 0, all, null],
    ['Highlands', 0, all, null],
    ['Moon', 0, all, undefined],
    ['6', 0, [7], 7],
    ['7', 0, [7], 7],
    ['1', 0, [7], 7],
    ['0', 0, [7], 1],
    ['5', 0, [7], 6],
    ['1', 1, [7], 7],
    ['7', 1, [7], 7],
    ['Snow', 0, [7], 1],
  ])('%s, counted from %d, among %j', (text, first, ofEdition, id) => {
    expect(readEnvironment(text, first, ofEdition)).toBe(id);
  });
});
