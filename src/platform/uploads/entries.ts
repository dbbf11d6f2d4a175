import { badRequest, Problem } from '#platform/http/problem.ts';
import { formBounds } from './bounds.ts';

/** The entries of a form by the index in their field names, such as TrackEntries[3].TrackName. */
export class FormEntries<Parts> {
  readonly #byIndex = new Map<number, Parts>();
  readonly #of: { readonly name: string; readonly noun: string; make(): Parts };

  /** `name` as in the field names; `noun` for messages, in the plural */
  constructor(of: { readonly name: string; readonly noun: string; make(): Parts }) {
    this.#of = of;
  }

  /** The entry of an index, made if it is new. Throws a Problem for an index that is too high, or too many entries. */
  at(text: string): Parts {
    const index = Number(text);
    const { entries, largestIndex } = formBounds;
    const { name, noun, make } = this.#of;
    if (index > largestIndex)
      throw badRequest(`${name}[${text.slice(0, 20)}]: an index is at most ${largestIndex}.`, name);
    const known = this.#byIndex.get(index);
    if (known) return known;
    if (this.#byIndex.size === entries)
      throw new Problem(413, `${name}: at most ${entries} ${noun} are accepted in one form.`, {
        field: name,
      });
    const made = make();
    this.#byIndex.set(index, made);
    return made;
  }

  /** Sorted by index. */
  sorted(): (readonly [index: number, Parts])[] {
    return [...this.#byIndex].sort(([a], [b]) => a - b);
  }
}
