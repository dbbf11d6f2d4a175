import { find } from '#ui/dom.ts';
import { loaded } from '#ui/loaded.ts';
import { reportUnloaded } from '#ui/stores/unloaded.ts';

/** Loads the record's line and its script when the drawing comes into view: readers who scroll past need neither. */
export function startRecordLine(): void {
  const button = find(document, '[data-line]', HTMLButtonElement);
  if (!button?.parentElement) return;
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      loaded(() => import('./record-line.ts')).then(
        ({ showRecordLine }) => showRecordLine(button),
        reportUnloaded,
      );
    },
    { threshold: 0.5 },
  );
  observer.observe(button.parentElement);
}
