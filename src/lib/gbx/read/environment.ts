/** The seven environments of the old games, by the names players use; a car has the name of its environment. */
export const ENVIRONMENTS = ['Desert', 'Snow', 'Rally', 'Island', 'Bay', 'Coast', 'Stadium'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

const MOODS = ['Sunrise', 'Day', 'Sunset', 'Night'] as const;
export type Mood = (typeof MOODS)[number];

/** Collection numbers that the game writes in place of a name (gbx-net, verified with real files). */
const COLLECTIONS = new Map<number, string>([
  [0, 'Speed'],
  [1, 'Alpine'],
  [2, 'Rally'],
  [3, 'Island'],
  [4, 'Bay'],
  [5, 'Coast'],
  [6, 'Stadium'],
  [11, 'Valley'],
  [12, 'Canyon'],
  [13, 'Lagoon'],
  [26, 'Stadium2020'],
  [10_000, 'Vehicles'],
  [10_003, 'Common'],
]);

/** The name of a collection number; an unknown number keeps its digits, so that a message can show it. */
export function collectionName(number: number): string {
  return COLLECTIONS.get(number) ?? `collection ${number}`;
}

const GAME_NAMES: Record<Environment, string> = {
  Desert: 'Speed',
  Snow: 'Alpine',
  Rally: 'Rally',
  Island: 'Island',
  Bay: 'Bay',
  Coast: 'Coast',
  Stadium: 'Stadium',
};

/** The game's own name for an environment: Desert is Speed, Snow is Alpine. */
export function collectionOf(environment: Environment): string {
  return GAME_NAMES[environment];
}

/** The environment for one of the game's collection names, or null if the old games do not have it. */
export function environmentOf(collection: string): Environment | null {
  return ENVIRONMENTS.find((name) => name === collection || GAME_NAMES[name] === collection) ?? null;
}

/** Vehicle ids found in files; the game renamed some between editions. */
const CARS = new Map<string, Environment>([
  ['American', 'Desert'],
  ['DesertCar', 'Desert'],
  ['SnowCar', 'Snow'],
  ['Rally', 'Rally'],
  ['RallyCar', 'Rally'],
  ['SportCar', 'Island'],
  ['IslandCar', 'Island'],
  ['BayCar', 'Bay'],
  ['CoastCar', 'Coast'],
  ['StadiumCar', 'Stadium'],
]);

/** The car for a vehicle id, or null if it is not from the old games. An empty id means the environment's own car. */
export function carOf(vehicle: string): Environment | null {
  return CARS.get(vehicle) ?? null;
}

const VEHICLES: Record<Environment, string> = {
  Desert: 'American',
  Snow: 'SnowCar',
  Rally: 'Rally',
  Island: 'SportCar',
  Bay: 'BayCar',
  Coast: 'CoastCar',
  Stadium: 'StadiumCar',
};

/** The vehicle id the game writes for a car. */
export function vehicleOf(car: Environment): string {
  return VEHICLES[car];
}

/**
 * The mood for a decoration found in files: `Day`, `Day `, `30x30Sunset`, `20x60Sunrise`, `30x30` (a bare size is Day).
 * Null if the rest after the size is not a mood.
 */
export function moodOf(decoration: string): Mood | null {
  const word = decoration
    .trim()
    .replace(/^\d+x\d+/, '')
    .replace(/\d/g, '')
    .toLowerCase();
  if (word === '') return 'Day';
  return MOODS.find((mood) => mood.toLowerCase() === word) ?? null;
}
