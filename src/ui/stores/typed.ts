type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Whether the content of this field has changed since the page was loaded. */
function isTyped(field: Field): boolean {
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (field instanceof HTMLSelectElement) return false; // selects take effect at once, and every form has other fields
  if (field.type === 'hidden') return false;
  if (field.type === 'file') return (field.files?.length ?? 0) > 0;
  return field.type !== 'checkbox' && field.type !== 'radio' && field.value !== field.defaultValue;
}

/**
 * Whether something was typed here that would be lost. An island that stores typed text elsewhere marks itself with data-unsaved.
 */
export function hasTypedText(within: ParentNode): boolean {
  if (within.querySelector('[data-unsaved]')) return true;
  return [...within.querySelectorAll<Field>('input, textarea')].some(isTyped);
}
