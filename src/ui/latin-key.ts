/**
 * The key of a shortcut in small letters. On layouts that type no Latin letters (Cyrillic, Greek, Hebrew) it is the letter that the
 * key has on a Latin keyboard, because shortcuts are named by it.
 */
export function latinKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const isOtherLetter = /^\p{L}$/u.test(key) && !/^\p{Script=Latin}$/u.test(key);
  const place = isOtherLetter ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return (place ?? key).toLowerCase();
}
