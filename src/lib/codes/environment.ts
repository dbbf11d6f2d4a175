/**
 * Environments and cars: the number in the API is 1-based, the filter value is one less.
 * A car is named after the environment it belongs to.
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
