import { closest } from '#ui/dom.ts';
import { loader } from '#ui/loader.ts';
import { reportUnloaded } from '#ui/stores/unloaded.ts';

const loadTileLines = loader(() => import('./tile-lines.ts'));

/** Loads what shows the record's line on a tile when the pointer or the focus comes to the first one. It then starts by itself. */
export function startTileLines(): void {
  const start = ({ target }: Event) => {
    if (closest(target, '.tile', Element)) loadTileLines().catch(reportUnloaded);
  };
  addEventListener('mouseover', start);
  addEventListener('focusin', start);
}
