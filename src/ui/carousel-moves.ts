/** Adds buttons, dots and arrow keys to a list of slides that scrolls sideways. */
export function startCarousel(carousel: HTMLElement): void {
  const list = carousel.querySelector<HTMLElement>('[data-slides]');
  if (!list) return;
  const slides = [...list.children].filter((child) => child instanceof HTMLElement);
  const dots = [...carousel.querySelectorAll<HTMLElement>('[data-dot]')];
  const count = carousel.querySelector('[data-count]');

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
  carousel.addEventListener('click', (event) => {
    const target =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-step], [data-dot]') : null;
    if (!target || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault(); // following the link would scroll the page too
    show(
      target.dataset.dot === undefined ? current() + Number(target.dataset.step) : Number(target.dataset.dot),
    );
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
