import { escapeHtml } from '#lib/codes/text.ts';
import { parseGameText, type Span } from './parse.ts';
import { tintClass } from './tints.ts';

/**
 * The classes of one span, '' for plain text: `tint-f90` (tints.css) and `gt-italic`, `gt-shadow`, `gt-bold`,
 * `gt-caps`, `gt-wide`, `gt-narrow` (game-text.css). For components that render spans themselves.
 */
function spanClasses(span: Span): string {
  const classes = [
    span.colour === null ? '' : tintClass(span.colour),
    span.italic ? 'gt-italic' : '',
    span.shadow ? 'gt-shadow' : '',
    span.bold ? 'gt-bold' : '',
    span.caps ? 'gt-caps' : '',
    span.width === 'normal' ? '' : `gt-${span.width}`,
  ];
  return classes.filter((name) => name !== '').join(' ');
}

/**
 * A game name as safe HTML: escaped text, formatting as `<span class="…">`, nothing else. Links are omitted: names are
 * usually inside a link already, and their addresses are not checked.
 */
export function gameTextToHtml(source: string): string {
  return parseGameText(source.trim())
    .map((span) => {
      const classes = spanClasses(span);
      const text = escapeHtml(span.text);
      return classes === '' ? text : `<span class="${classes}">${text}</span>`;
    })
    .join('');
}
