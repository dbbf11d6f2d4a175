import { findAll, isPlainClick, on } from './dom.ts';
import { loader } from './loader.ts';
import { showUnloaded } from './stores/unloaded.ts';

const loadCarouselMoves = loader(() => import('./carousel-moves.ts'));

/** The slides can still be scrolled; a press requests the script again, and reports if it cannot be loaded. */
const waitForPress = () => {};

/**
 * Loads the script of a carousel when it is first used; presses made meanwhile are repeated. Without it the slides can be scrolled and
 * swiped, and the dots are links to their slides.
 */
export function prepareCarousels(): void {
  for (const carousel of findAll(document, '[data-carousel]', HTMLElement)) {
    const waiting = new AbortController();
    const start = async () => {
      const { startCarousel } = await loadCarouselMoves();
      if (!waiting.signal.aborted) startCarousel(carousel);
      waiting.abort();
    };
    const options = { capture: true, signal: waiting.signal };
    for (const type of ['pointerenter', 'focusin', 'scroll'])
      carousel.addEventListener(type, () => void start().catch(waitForPress), options);
    const press = (control: HTMLElement, event: MouseEvent) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      void start().then(() => control.click(), showUnloaded);
    };
    on(carousel, 'click', '[data-step], [data-dot]', HTMLElement, press, options);
  }
}
