import { chosenLabel } from './upload/dropped-files.ts';

/** Writes the name of the chosen file next to each file input of a plain form, also one that was chosen before this ran. */
export function startFileNames(): void {
  const inputs = [...document.querySelectorAll<HTMLInputElement>('[data-file] > input[type="file"]')];
  const show = (input: HTMLInputElement) =>
    input.parentElement
      ?.querySelector('.file__name')
      ?.replaceChildren(chosenLabel([...(input.files ?? [])].map(({ name }) => name)));
  for (const input of inputs) {
    input.addEventListener('change', () => show(input));
    // the browser empties the inputs after the event
    input.form?.addEventListener('reset', () => setTimeout(() => show(input)));
    show(input);
  }
}
