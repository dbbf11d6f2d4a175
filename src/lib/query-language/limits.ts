/** The longest text that the lists search for, in UTF-16 code units. */
const maxTextLength = 200;

/** Whether the lists can search for a text: not too long, and without the one character PostgreSQL cannot store. */
export const isSearchable = (text: string): boolean => text.length <= maxTextLength && !text.includes('\0');
