import { parseGameText, type Span } from './parse.ts';

const codesOf = ({ colour, italic, shadow, bold, caps, width }: Span): string =>
  [
    colour === null ? '' : `$${colour}`,
    italic ? '$i' : '',
    shadow ? '$s' : '',
    bold ? '$o' : '',
    caps ? '$t' : '',
    width === 'normal' ? '' : width === 'wide' ? '$w' : '$n',
  ].join('');

/** A text without codes as game text: it is shown as it is. */
export const plainGameText = (text: string): string => text.replaceAll('$', '$$$$');

/**
 * A game text on one line for a page of our own in a game: colours and styles stay, links do not, because a name must not lead the
 * players of another page somewhere, or send their login there. Where the look changes, all of it is stated.
 */
export function gameTextWithoutLinks(source: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: line breaks and other control characters would add lines
  const spans = parseGameText(source.replace(/[\x00-\x1f\x7f]/g, ' '));
  let codes = '';
  const runs = spans.map((span) => {
    const before = codes;
    codes = codesOf(span);
    return (codes === before ? '' : `${before === '' ? '' : '$z'}${codes}`) + plainGameText(span.text);
  });
  return runs.join('').trim();
}
