/**
 * The text without the characters at its end that equal `letter`. An expression such as `/=+$/` would start again at every one of
 * them, so that its time grows with the square of their number.
 */
export function withoutTrailing(text: string, letter: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === letter) end -= 1;
  return text.slice(0, end);
}
