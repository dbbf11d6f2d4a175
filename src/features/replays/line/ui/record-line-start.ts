import { find } from '#ui/dom.ts';
import { loader } from '#ui/loader.ts';
import { reportUnloaded } from '#ui/stores/unloaded.ts';

const loadRecordLine = loader(() => import('./record-line.ts'));

/** Loads the record's line and its script when the drawing comes into view: readers who scroll past need neither. */
export function startRecordLine(): void {
  const button = find(document, '[data-line]', HTMLButtonElement);
  if (!button?.parentElement) return;
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      loadRecordLine().then(({ showRecordLine }) => showRecordLine(button), reportUnloaded);
    },
    { threshold: 0.5 },
  );
  observer.observe(button.parentElement);
}
