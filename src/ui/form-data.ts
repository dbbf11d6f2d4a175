import { findAll } from './dom.ts';

export type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * What a form sends when a button is pressed. `new FormData(form, button)` ignores the button up to Chrome 111, so its name and
 * value are added here; the order differs only if a field of the same name follows the button.
 */
export function formDataOf(form: HTMLFormElement, button: HTMLElement | null): FormData {
  const fields = new FormData(form);
  if (button instanceof HTMLButtonElement && button.name) fields.append(button.name, button.value);
  return fields;
}

/** The fields of a form, in their order. */
export const fieldsIn = (form: HTMLFormElement): FormField[] =>
  findAll(form, 'input, textarea, select', HTMLElement).filter(
    (field) =>
      field instanceof HTMLInputElement ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement,
  );
