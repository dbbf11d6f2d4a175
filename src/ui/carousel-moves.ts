import { find, findAll, isPlainClick, mustFind, on } from './dom.ts';

/** Adds buttons, dots and arrow keys to a list of slides that scrolls sideways. */
export function startCarousel(carousel: HTMLElement): void {
  const list = mustFind(carousel, '[data-slides]', HTMLElement);
  const slides = findAll(list, ':scope > *', HTMLElement);
  const dots = findAll(carousel, '[data-dot]', HTMLElement);
  const count = find(carousel, '[data-count]', Element);

  const current = () => Math.round(list.scrollLeft / Math.max(1, list.clientWidth));
  const show = (index: number) => {
    const wrapped = (index + slides.length) % slides.length; // wraps around
    list.scrollTo({ left: wrapped * list.clientWidth });
  };
  const tell = () => {
    const at = current();
    if (count) count.textContent = `${at + 1} / ${slides.length}`;
    dots.forEach((dot, index) => {
      if (index === at) dot.setAttribute('aria-current', 'true');
      else dot.removeAttribute('aria-current');
    });
    // hidden slides must not be focusable
    slides.forEach((slide, index) => {
      slide.inert = index !== at;
    });
  };

  list.addEventListener('scroll', tell, { passive: true });
  on(carousel, 'click', '[data-step], [data-dot]', HTMLElement, ({ dataset: { step, dot } }, event) => {
    if (!isPlainClick(event)) return;
    event.preventDefault(); // following the link would scroll the page too
    show(dot === undefined ? current() + Number(step) : Number(dot));
  });
  carousel.addEventListener('keydown', (event) => {
    const steps: Record<string, number> = {
      ArrowLeft: current() - 1,
      ArrowRight: current() + 1,
      Home: 0,
      End: slides.length - 1,
    };
    const index = steps[event.key];
    if (index === undefined || event.altKey || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    show(index);
  });
  tell();
}
