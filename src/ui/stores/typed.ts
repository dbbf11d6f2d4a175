import { find, findAll } from '../dom.ts';

const isTyped = ({ value, defaultValue }: HTMLInputElement | HTMLTextAreaElement) => value !== defaultValue;

/**
 * Whether something was typed here, or a file chosen, that would be lost. A click on a checkbox is no text. An island that stores
 * typed text elsewhere marks itself with data-unsaved.
 */
export const hasTypedText = (within: ParentNode): boolean =>
  find(within, '[data-unsaved]', Element) !== null ||
  findAll(within, 'textarea', HTMLTextAreaElement).some(isTyped) ||
  findAll(within, 'input:not([type="checkbox"], [type="radio"])', HTMLInputElement).some(isTyped);
