/** A request header: a script that replaces one list of a page names that list, and only its rows are read. */
export const onlyViewHeader = 'x-list-view';
