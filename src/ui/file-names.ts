import { find, findAll } from './dom.ts';
import { chosenLabel } from './upload/dropped-files.ts';

/** Writes the name of the chosen file next to each file input of a plain form, also one that was chosen before this ran. */
export function startFileNames(): void {
  const inputs = findAll(document, '[data-file] > input[type="file"]', HTMLInputElement);
  const show = (input: HTMLInputElement) =>
    find(input.parentElement, '.file__name', Element)?.replaceChildren(
      chosenLabel([...(input.files ?? [])].map(({ name }) => name)),
    );
  for (const input of inputs) {
    input.addEventListener('change', () => show(input));
    // the browser empties the inputs after the event
    input.form?.addEventListener('reset', () => setTimeout(() => show(input)));
    show(input);
  }
}
