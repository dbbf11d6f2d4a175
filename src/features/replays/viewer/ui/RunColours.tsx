import { findAll } from '#ui/dom.ts';
import { maxRuns } from '../../view-address.ts';

const numbers = Array.from({ length: maxRuns }, (_, i) => i + 1);

/** Elements whose colours are those of the runs, for canvases: a variable alone is not resolved for day or night. */
export function RunColours() {
  return (
    <span hidden data-colours="">
      {numbers.map((number) => (
        <i key={number} className={`run run--${number}`} />
      ))}
      <i className="run run--line" />
      <i className="run run--ink" />
    </span>
  );
}

/** The colours of the runs within an element, then that of lines and that of text. */
export function coloursIn(element: HTMLElement | null): string[] {
  return findAll(element, '[data-colours] > i', Element).map((mark) => getComputedStyle(mark).color);
}
