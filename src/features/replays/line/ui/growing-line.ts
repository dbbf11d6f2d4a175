import { clockText, type DrawnLine, type Moment, momentsOf, momentsUntil } from '../drawn-line.ts';

/** How long a line grows: a sixth of the run, within these limits. */
const shortestMs = 2500;
const longestMs = 8000;

const isMotionReduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A line that grows along the road while the time counts; the whole line at once for those who prefer less motion. */
export class GrowingLine {
  readonly picture = svg('svg', { class: 'trackline', viewBox: '0 0 1600 800', 'aria-hidden': 'true' });
  readonly clock = document.createElement('span');
  readonly #moments: readonly Moment[];
  readonly #timeMs: number;
  readonly #edge = svg('path', { class: 'trackline__edge' });
  readonly #middle = svg('path', { class: 'trackline__middle' });
  readonly #car = svg('path', { class: 'trackline__car' });
  #frame = 0;

  constructor(line: DrawnLine) {
    this.#moments = momentsOf(line);
    this.#timeMs = line.TimeMs;
    this.picture.append(this.#edge, this.#middle, this.#car);
    this.clock.className = 'trackline__time n';
    this.clock.setAttribute('aria-hidden', 'true'); // the record's time is in the text of the page
  }

  get isGrowing(): boolean {
    return this.#frame !== 0;
  }

  show(): void {
    cancelAnimationFrame(this.#frame);
    this.picture.style.display = '';
    this.clock.hidden = false;
    const lastsMs = isMotionReduced() ? 0 : Math.min(longestMs, Math.max(shortestMs, this.#timeMs / 6));
    const beganMs = performance.now();
    const grow = (nowMs: number) => {
      const share = lastsMs === 0 ? 1 : Math.min(1, Math.max(0, nowMs - beganMs) / lastsMs);
      this.#paint(share * this.#timeMs);
      this.#frame = share < 1 ? requestAnimationFrame(grow) : 0;
    };
    grow(beganMs);
  }

  hide(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.picture.style.display = 'none';
    this.clock.hidden = true;
  }

  #paint(ms: number): void {
    const moments = momentsUntil(this.#moments, ms);
    const path = moments.map(([, x, y], at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('');
    this.#edge.setAttribute('d', path);
    this.#middle.setAttribute('d', path);
    const [, x, y] = moments.at(-1) ?? [0, 0, 0];
    this.#car.setAttribute('d', `M${x} ${y}h.1`);
    this.clock.textContent = clockText(ms);
  }
}

function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}
