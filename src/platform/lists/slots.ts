import { type RawBuilder, sql } from 'kysely';
import { Level } from '#lib/codes/level.ts';

/** A place in a statement whose value comes with each request: what lets one compiled statement serve them all. */
export class Slot {
  readonly name: string;
  /** null stands for a value that was not given; else it must be */
  readonly isOptional: boolean;
  constructor(name: string, isOptional = false) {
    this.name = name;
    this.isOptional = isOptional;
  }
}

/** An expression that stands for the value named `name`. */
export const slot = <T>(name: string): RawBuilder<T> => sql<T>`${new Slot(name)}`;

/** The values that every list has. */
export const slots = {
  site: slot<string>('site'),
  /** the asking person's UserId; 0 for a visitor */
  viewer: slot<number>('viewer'),
  /** the asking person's level */
  level: slot<number>('level'),
  /** when it is asked */
  now: slot<Date>('now'),
  cursor: slot<number>('cursor'),
  limit: slot<number>('limit'),
} as const;

/** True where the viewer is a moderator or of a higher level. */
export const viewerIsModerator = sql<boolean>`${slots.level} >= ${sql.lit(Level.moderator)}`;

/** The value given for a filter; null when it was not given. For fields that look at a filter. */
export const filterSlot = <T>(name: string): RawBuilder<T | null> =>
  sql<T | null>`${new Slot(`filter.${name}`, true)}`;

/** The values of a compiled statement's parameters, in their order. */
export function fill(parameters: readonly unknown[], values: Readonly<Record<string, unknown>>): unknown[] {
  return parameters.map((parameter) => {
    if (!(parameter instanceof Slot)) return parameter;
    const value = values[parameter.name];
    if (value !== undefined) return value;
    if (parameter.isOptional || parameter.name in values) return null;
    throw new Error(`No value for ${parameter.name}`);
  });
}
