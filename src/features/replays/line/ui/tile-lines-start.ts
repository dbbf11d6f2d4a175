import { closest } from '#ui/dom.ts';
import { loaded } from '#ui/loaded.ts';
import { reportUnloaded } from '#ui/stores/unloaded.ts';

/** Loads what shows the record's line on a tile when the pointer or the focus comes to the first one. It then starts by itself. */
export function startTileLines(): void {
  const start = ({ target }: Event) => {
    if (closest(target, '.tile', Element)) loaded(() => import('./tile-lines.ts')).catch(reportUnloaded);
  };
  addEventListener('mouseover', start);
  addEventListener('focusin', start);
}
