import { type RawBuilder, sql } from 'kysely';
import { Level } from '#lib/codes/level.ts';

/** A place in a statement whose value comes with each request, so that one compiled statement serves all of them. */
export class Slot {
  readonly name: string;
  /** null means that the value was not given; otherwise it must be given */
  readonly isOptional: boolean;
  constructor(name: string, isOptional = false) {
    this.name = name;
    this.isOptional = isOptional;
  }
}

/** An expression for the value named `name`. */
export const slot = <T>(name: string): RawBuilder<T> => sql<T>`${new Slot(name)}`;

/** The values that every list has. */
export const slots = {
  site: slot<string>('site'),
  /** the viewer's UserId; 0 for a visitor */
  viewer: slot<number>('viewer'),
  /** the viewer's level */
  level: slot<number>('level'),
  /** the time of the request */
  now: slot<Date>('now'),
  cursor: slot<number>('cursor'),
  limit: slot<number>('limit'),
} as const;

/** True where the viewer is a moderator or of a higher level. */
export const viewerIsModerator = sql<boolean>`${slots.level} >= ${sql.lit(Level.moderator)}`;

/** The value given for a filter; null when it was not given. For fields that depend on a filter. */
export const filterSlot = <T>(name: string): RawBuilder<T | null> =>
  sql<T | null>`${new Slot(`filter.${name}`, true)}`;
