export type TypedField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Whether the content of this field has changed since the page was loaded. */
export function isTyped(field: TypedField): boolean {
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (field instanceof HTMLSelectElement) {
    const before = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0];
    return before !== undefined && field.value !== before.value;
  }
  if (field.type === 'hidden') return false;
  if (field.type === 'file') return (field.files?.length ?? 0) > 0;
  if (field.type === 'checkbox' || field.type === 'radio') return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

/** A click on them is no text. */
const isChoice = ({ type }: TypedField): boolean => type === 'checkbox' || type === 'radio';

/**
 * Whether something was typed here that would be lost. An island that stores typed text elsewhere marks itself with data-unsaved.
 */
export function hasTypedText(within: ParentNode): boolean {
  if (within.querySelector('[data-unsaved]')) return true;
  return [...within.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(
    (field) => !isChoice(field) && isTyped(field),
  );
}
