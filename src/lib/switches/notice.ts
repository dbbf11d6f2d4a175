import type { EditionSwitches } from './model.ts';

/** A placeholder in prerendered pages, which the server replaces with the notice. It displays nothing itself. */
export const noticePlace = '<template data-notice></template>';

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The text above every page of an edition; '' for none. */
export function noticeOf({ banner, readOnly }: EditionSwitches, edition: string): string {
  const closed = `${edition} is read-only at the moment: everything can be read, nothing can be written.`;
  return [banner, readOnly ? closed : ''].filter((line) => line !== '').join('\n');
}

/** The notice as HTML, the same in prerendered pages and all others. */
export const noticeHtml = (notice: string): string =>
  notice === ''
    ? ''
    : `<section class="notice-line" aria-label="Announcement"><p class="wrap">${escaped(notice)}</p></section>`;
