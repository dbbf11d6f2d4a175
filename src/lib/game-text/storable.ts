/** Text from a file without what the database refuses: NUL and unpaired surrogates. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '');
