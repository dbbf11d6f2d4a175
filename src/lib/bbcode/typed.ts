/**
 * A message as it is kept: whole letters, line feeds as the only line breaks, no other control characters but tabs,
 * no space around it. Old comments break lines with chr 31.
 */
export function cleanMessage(typed: string): string {
  return typed
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replaceAll('\u001f', '\n')
    .replace(/[^\P{Cc}\n\t]+/gu, '')
    .trim();
}

/** Characters as people count them: code points, not halves of them. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
