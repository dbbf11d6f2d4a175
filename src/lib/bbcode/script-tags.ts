const SCRIPT_TAG = /^<\/?script\b[^<>]*$/i;

/**
 * Strips `<script …>` and `</script>` from rich text; what is between them stays as text. Removing a tag can join the
 * halves of another one, which is stripped as well. Time grows with the length alone.
 */
export function withoutScriptTags(text: string): string {
  if (!/script/i.test(text)) return text;
  const shown: string[] = [];
  /** places in `shown` of the brackets that may begin a tag */
  const opened: number[] = [];
  for (const piece of text.split(/([<>])/)) {
    if (piece === '>') {
      const start = opened.pop();
      if (start !== undefined && SCRIPT_TAG.test(shown.slice(start).join(''))) {
        shown.length = start;
        continue;
      }
      // this bracket ends whatever was open, so no tag can begin before it
      opened.length = 0;
    }
    if (piece === '<') opened.push(shown.length);
    shown.push(piece);
  }
  return shown.join('');
}
