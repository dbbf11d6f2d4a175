/** Letters of right-to-left scripts come after these characters. */
const leftToRight = /^[\x20-\u058f]*$/;

/** The `dir` of an inline text by users: none where "auto" would find the direction of the page. */
export const textDirection = (text: string): 'auto' | undefined =>
  leftToRight.test(text) ? undefined : 'auto';
