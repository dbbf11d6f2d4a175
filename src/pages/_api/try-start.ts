import { orWithoutScript } from '#ui/stores/unloaded.ts';

/** Shows the response of every example of /api below it; without this script its link leads to the response. */
export function startTries(): void {
  const run = (event: Event) => {
    const place = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-try]') : null;
    const isForm = place instanceof HTMLFormElement;
    const isPress = event.target instanceof HTMLButtonElement;
    const answer = place?.querySelector<HTMLElement>('[data-answer]');
    if (!place || !answer || (event.type === 'click' ? isForm || !isPress : !isForm)) return;
    event.preventDefault();
    const address = place.querySelector('input')?.value.trim() || (place.dataset.try ?? '');
    import('./try.ts').then(
      ({ show }) => show(answer, address),
      () => orWithoutScript(() => location.assign(address)), // the link leads to the response
    );
  };
  addEventListener('click', run);
  addEventListener('submit', run);
}
