import { findAll } from '#ui/dom.ts';
import { maxRacers, maxRuns } from '../../view-address.ts';

/** The class with the colour of a run, counted from 0. In a race of more runs than there are colours, they repeat. */
export const runClass = (number: number): string => `run--${(number % maxRuns) + 1}`;

const numbers = Array.from({ length: maxRuns }, (_, i) => i + 1);

/** What canvases are painted with. */
export interface Colours {
  readonly runs: readonly string[];
  readonly line: string;
  readonly ink: string;
  /** around lines and cars on a map */
  readonly edge: string;
}

/** Elements whose colours are those of the runs, for canvases: a variable alone is not resolved for day or night. */
export function RunColours() {
  return (
    <span hidden data-colours="">
      {numbers.map((number) => (
        <i key={number} className={`run run--${number}`} />
      ))}
      <i className="run run--line" />
      <i className="run run--ink" />
      <i className="run run--edge" />
    </span>
  );
}

/** The colours within an element. */
export function coloursIn(element: HTMLElement | null): Colours {
  const all = findAll(element, '[data-colours] > i', Element).map((mark) => getComputedStyle(mark).color);
  const [line = '', ink = '', edge = ''] = all.slice(maxRuns);
  const runs = Array.from({ length: maxRacers }, (_, i) => all[i % maxRuns] ?? '');
  return { runs, line, ink, edge };
}

/** Whether a colour of a page, as browsers compute it, is a dark one. */
export function isDark(colour: string): boolean {
  const [red = 255, green = 255, blue = 255] = (colour.match(/\d+/g) ?? []).map(Number);
  return red + green + blue < 384;
}
