import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closest, find, findAll, isPlainClick, mustFind, on } from './dom.ts';

/** Elements of two classes that match the selectors in their list. */
class Shape extends EventTarget {
  readonly selectors: readonly string[];
  readonly parent: Shape | null;
  constructor(selectors: readonly string[] = [], parent: Shape | null = null) {
    super();
    this.selectors = selectors;
    this.parent = parent;
  }
  closest(selector: string): Shape | null {
    return this.selectors.includes(selector) ? this : (this.parent?.closest(selector) ?? null);
  }
}
class Round extends Shape {}

type AnyElement = new () => HTMLElement;
const shape = Shape as unknown as AnyElement; // stands for Element
const round = Round as unknown as AnyElement; // stands for a class of elements

beforeEach(() => void vi.stubGlobal('Element', Shape));
afterEach(() => void vi.unstubAllGlobals());

/** A document in which one selector matches these elements. */
const rootWith = (...elements: Shape[]) =>
  ({ querySelectorAll: (selector: string) => (selector === '.x' ? elements : []) }) as unknown as ParentNode; // the only method used

test('only elements of the class are found, in their order', () => {
  const [square, first, second] = [new Shape(), new Round(), new Round()];
  expect(findAll(rootWith(square, first, second), '.x', round)).toEqual([first, second]);
  expect(find(rootWith(square, first, second), '.x', round)).toBe(first);
  expect(find(rootWith(square), '.x', round)).toBeNull();
});

test('nothing is found in an empty ref', () => {
  expect(findAll(null, '.x', shape)).toEqual([]);
  expect(find(undefined, '.x', shape)).toBeNull();
});

test('what must be there is named if it is missing', () => {
  const there = new Round();
  expect(mustFind(rootWith(there), '.x', round)).toBe(there);
  expect(() => mustFind(rootWith(new Shape()), '.x', round)).toThrow('There is no .x.');
});

test('the nearest match is found only if it is of the class, and never from what is no element', () => {
  const outer = new Round(['.x']);
  expect(closest(new Shape([], outer), '.x', round)).toBe(outer);
  expect(closest(new Shape(['.x'], outer), '.x', round)).toBeNull();
  expect(closest(new EventTarget(), '.x', shape)).toBeNull();
  expect(closest(null, '.x', shape)).toBeNull();
});

test.each([
  ['a match', new Round(['.x']), true],
  ['what is inside a match', new Shape([], new Round(['.x'])), true],
  ['what is outside', new Shape(), false],
  ['a match of another class', new Shape(['.x']), false],
])('an event at %s', (_, target, reacts) => {
  const seen: unknown[] = [];
  on(target, 'click', '.x', round, (element, { type }) => seen.push([element, type]));
  target.dispatchEvent(new Event('click'));
  expect(seen).toEqual(reacts ? [[target.closest('.x'), 'click']] : []);
});

test.each([
  [{}, true],
  [{ button: 1 }, false],
  [{ altKey: true }, false],
  [{ ctrlKey: true }, false],
  [{ metaKey: true }, false],
  [{ shiftKey: true }, false],
])('a click with %j is plain: %s', (pressed, expected) => {
  const plain = { button: 0, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
  expect(isPlainClick({ ...plain, ...pressed })).toBe(expected);
});
