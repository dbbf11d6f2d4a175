import { readNumber } from './enumeration.ts';

/**
 * Environments and cars. Rows store these numbers, which count from 1; the filters `environment` and `vehicle` count
 * from 0. A car is named after the environment it belongs to.
 */
export const environments = [
  { id: 1, name: 'Snow', gameNames: ['Alpine', 'Snow'] },
  { id: 2, name: 'Desert', gameNames: ['Speed', 'Desert'] },
  { id: 3, name: 'Rally', gameNames: ['Rally'] },
  { id: 4, name: 'Island', gameNames: ['Island'] },
  { id: 5, name: 'Coast', gameNames: ['Coast'] },
  { id: 6, name: 'Bay', gameNames: ['Bay'] },
  { id: 7, name: 'Stadium', gameNames: ['Stadium'] },
] as const;

export type EnvironmentName = (typeof environments)[number]['name'];

/** The environment with this API number (1..7), or undefined. */
export const environmentById = (id: number) => environments.find((environment) => environment.id === id);

/** The environment with this display name, or undefined. */
export const environmentByName = (name: string) =>
  environments.find((environment) => environment.name === name);

/** Environments of newer games, which newer tools request; no track here has them. */
const ofOtherGames = ['Unknown', 'Highlands'];

const isCalled = (text: string, names: readonly string[]): boolean =>
  names.some((name) => [name, `${name}Car`].some((own) => own.toLowerCase() === text.trim().toLowerCase()));

/**
 * The stored number of the environment that a text means: by its name, its name in the game, its car's name, or by number,
 * counted from `first`. If an edition has a single environment, 1 also means it, and so do its numbers counted from 0 and from
 * 1, because tools disagree about where counting starts. Null for an environment that is not one of ours, undefined for an
 * unknown name.
 */
export function readEnvironment(
  text: string,
  first: 0 | 1,
  ofEdition: readonly number[],
): number | null | undefined {
  const number = readNumber(text);
  if (number === null) {
    const named = environments.find(({ name, gameNames }) => isCalled(text, [name, ...gameNames]));
    return named?.id ?? (isCalled(text, ofOtherGames) ? null : undefined);
  }
  const [only, ...more] = ofEdition;
  if (only !== undefined && more.length === 0 && [1, only - 1, only].includes(number)) return only;
  return environmentById(number + 1 - first)?.id ?? null;
}
