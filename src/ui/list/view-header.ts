/** A script that turns one list asks for the page with this header: only that list is read. */
export const onlyViewHeader = 'x-list-view';
