import { routes } from '#routes/routes.ts';
import { closest, find } from '#ui/dom.ts';
import type { DrawnLine } from '../drawn-line.ts';
import { GrowingLine } from './growing-line.ts';

/** Tiles that the pointer only crosses load nothing. */
const restMs = 150;

/** The drawing of a track with the record's line over it, in the place of the picture of a tile. */
interface Overlay {
  readonly element: HTMLElement;
  readonly line: GrowingLine;
}

/** Those that were loaded; null: this track has none for the viewer. */
const overlays = new WeakMap<HTMLElement, Promise<Overlay | null>>();
let current: HTMLElement | null = null;
let timer = 0;

/** The tile under the pointer or with the focus; null leaves the last one. */
function enter(tile: HTMLElement | null): void {
  if (tile === current) return;
  clearTimeout(timer);
  if (current) void overlays.get(current)?.then((overlay) => overlay?.element.remove());
  current = tile;
  if (tile) timer = window.setTimeout(() => void show(tile), restMs);
}

async function show(tile: HTMLElement): Promise<void> {
  const made = overlays.get(tile) ?? load(tile).catch(() => null);
  overlays.set(tile, made);
  const overlay = await made;
  if (!overlay || current !== tile) return;
  find(tile, '.tile__pic > img', HTMLImageElement)?.after(overlay.element);
  overlay.line.show();
}

async function load(tile: HTMLElement): Promise<Overlay | null> {
  const address = find(tile, '.tile__t a', HTMLAnchorElement)?.href ?? '';
  const trackId = Number(/\/trackshow\/(\d+)/.exec(address)?.[1]);
  if (!trackId) return null;
  const response = await fetch(routes.trackLine(trackId));
  if (response.status !== 200) return null;
  const drawn: DrawnLine = await response.json();
  const line = new GrowingLine(drawn);
  const drawing = document.createElement('img');
  drawing.alt = '';
  drawing.src = routes.trackHero(trackId);
  const element = document.createElement('span');
  element.className = 'tileline';
  element.append(drawing, line.picture, line.clock);
  await drawing.decode();
  return { element, line };
}

const enterTarget = ({ target }: Event) => enter(closest(target, '.tile', HTMLElement));
addEventListener('mouseover', enterTarget);
addEventListener('focusin', enterTarget);
addEventListener('focusout', () => enter(null));
document.documentElement.addEventListener('mouseleave', () => enter(null));
enter(find(document, '.tile:is(:hover, :focus-within)', HTMLElement));
