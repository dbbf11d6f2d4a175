import type { Change } from './change.ts';
import { namesOf, tablesOf } from './reads.ts';

/** Which cached things were made from what: finds those that a change concerns. */
export class Dependents<T> {
  readonly #byName = new Map<string, Set<T>>();
  /** by table, those that were made from some of its rows only */
  readonly #bySome = new Map<string, Set<T>>();

  add(thing: T, names: Iterable<string>): void {
    for (const name of names) {
      put(this.#byName, name, thing);
      const table = tableOf(name);
      if (table !== name) put(this.#bySome, table, thing);
    }
  }

  delete(thing: T, names: Iterable<string>): void {
    for (const name of names) {
      take(this.#byName, name, thing);
      take(this.#bySome, tableOf(name), thing);
    }
  }

  of(change: Change): Set<T> {
    const found = new Set<T>();
    const collect = (things: Set<T> | undefined) => {
      for (const thing of things ?? []) found.add(thing);
    };
    for (const name of namesOf(change)) collect(this.#byName.get(name));
    if (change.keys === null) for (const table of tablesOf(change)) collect(this.#bySome.get(table));
    return found;
  }
}

/** `site table` of a name, without column and value. */
const tableOf = (name: string): string => {
  const end = name.indexOf(' ', name.indexOf(' ') + 1);
  return end < 0 ? name : name.slice(0, end);
};

function put<T>(map: Map<string, Set<T>>, name: string, thing: T): void {
  const things = map.get(name);
  if (things) things.add(thing);
  else map.set(name, new Set([thing]));
}

function take<T>(map: Map<string, Set<T>>, name: string, thing: T): void {
  const things = map.get(name);
  if (things?.delete(thing) && things.size === 0) map.delete(name);
}
