import type { EditionSwitches } from './model.ts';

/** Stands in pages that are made before any request, where the server puts the notice in. Shows nothing itself. */
export const noticePlace = '<template data-notice></template>';

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** What stands above every page of an edition, as text; '' for nothing. */
export function noticeOf({ banner, readOnly }: EditionSwitches, edition: string): string {
  if (banner !== '') return banner;
  return readOnly
    ? `${edition} is read-only at the moment: everything can be read, nothing can be written.`
    : '';
}

/** The notice as HTML, the same in pages of a request and in those made before. */
export const noticeHtml = (notice: string): string =>
  notice === ''
    ? ''
    : `<section class="notice-line" aria-label="Announcement"><p class="wrap">${escaped(notice)}</p></section>`;
