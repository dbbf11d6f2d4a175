import { closest, find, on } from '#ui/dom.ts';
import { orWithoutScript } from '#ui/stores/unloaded.ts';

/** Shows the response of every example of /api below it; without this script its link leads to the response. */
export function startTries(): void {
  on(document, 'submit', '[data-try]', HTMLElement, run);
  on(document, 'click', 'li[data-try]', HTMLElement, (place, event) => {
    if (closest(event.target, 'button', Element)) run(place, event);
  });
}

function run(place: HTMLElement, event: Event): void {
  event.preventDefault();
  const address = find(place, 'input', HTMLInputElement)?.value.trim() || (place.dataset.try ?? '');
  import('./try.ts').then(
    ({ show }) => show(place, address),
    () => orWithoutScript(() => location.assign(address)), // the link leads to the response
  );
}
