/** Kind of a link: `web` for `$l`, `manialink` for `$h` and `$p`. */
interface GameLink {
  readonly kind: 'web' | 'manialink';
  /** The address in brackets, or the linked text if there is none. Not checked. */
  readonly target: string;
}

/** The formatting of a run of text. `colour` is three lower-case hex digits, null for the default text colour. */
interface TextLook {
  readonly colour: string | null;
  readonly italic: boolean;
  readonly shadow: boolean;
  readonly bold: boolean;
  readonly caps: boolean;
  readonly width: 'normal' | 'wide' | 'narrow';
  readonly link: GameLink | null;
}

/** A run of equally formatted text; never empty. `text` is as typed: `caps` is left to the display. */
export interface Span extends TextLook {
  readonly text: string;
}

const PLAIN: TextLook = {
  colour: null,
  italic: false,
  shadow: false,
  bold: false,
  caps: false,
  width: 'normal',
  link: null,
};

/** What each one-letter code changes; links and the push/pop pair are handled by the parser. */
const LOOK_CODES: Readonly<Record<string, (look: TextLook) => TextLook>> = {
  i: (look) => ({ ...look, italic: !look.italic }),
  s: (look) => ({ ...look, shadow: !look.shadow }),
  o: (look) => ({ ...look, bold: !look.bold }),
  t: (look) => ({ ...look, caps: !look.caps }),
  w: (look) => ({ ...look, width: 'wide' }),
  n: (look) => ({ ...look, width: 'narrow' }),
  m: (look) => ({ ...look, width: 'normal' }),
  g: (look) => ({ ...look, colour: null }),
  z: () => PLAIN,
};

/**
 * Parses a game name with its `$` codes into spans. Single pass, no recursion, never fails: unknown codes and a trailing `$`
 * are removed. The joined texts are the name without codes.
 */
export function parseGameText(source: string): Span[] {
  const spans: Span[] = [];
  const pushed: TextLook[] = [];
  let look = PLAIN;
  let growing: { kind: GameLink['kind']; target: string } | null = null;
  let noBracketFrom = source.length;
  let at = 0;

  const write = (text: string) => {
    const last = spans.at(-1);
    if (text === '') return;
    if (last && sameLook(last, look)) spans[spans.length - 1] = { ...last, text: last.text + text };
    else spans.push({ ...look, text });
    if (growing && look.link === growing) growing.target += text;
  };

  // Failed bracket searches are not repeated; otherwise "$l[$l[$l[…" would cost a pass for each code.
  const bracketEnd = (open: number): number => {
    if (source[open] !== '[' || open >= noBracketFrom) return -1;
    const close = source.indexOf(']', open);
    if (close < 0) noBracketFrom = open;
    return close;
  };

  while (at < source.length) {
    const dollar = source.indexOf('$', at);
    if (dollar < 0) {
      write(source.slice(at));
      break;
    }
    write(source.slice(at, dollar));
    const code = source.charAt(dollar + 1).toLowerCase();
    at = dollar + 2;
    if (code === '$') write('$');
    else if (code === '<') pushed.push(look);
    else if (code === '>') look = pushed.pop() ?? look;
    else if (/[0-9a-f]/.test(code)) {
      const end = swallowTwo(source, at);
      look = { ...look, colour: threeDigits(source.slice(dollar + 1, end)) };
      at = end;
    } else if (/[lhp]/.test(code)) {
      const kind = code === 'l' ? 'web' : 'manialink';
      const close = bracketEnd(at);
      if (close >= 0) look = { ...look, link: { kind, target: source.slice(at + 1, close).trim() } };
      else if (look.link) look = { ...look, link: null };
      else {
        growing = { kind, target: '' };
        look = { ...look, link: growing };
      }
      if (close >= 0) at = close + 1;
    } else {
      look = LOOK_CODES[code]?.(look) ?? look;
      if (isHighSurrogate(source, dollar + 1)) at += 1;
    }
  }
  return spans;
}

/** The name without codes: `$$` becomes one dollar, surrounding space is trimmed. */
export function stripGameText(source: string): string {
  if (!source.includes('$')) return source.trim();
  return parseGameText(source)
    .map((span) => span.text)
    .join('')
    .trim();
}

function sameLook(a: TextLook, b: TextLook): boolean {
  return (
    a.colour === b.colour &&
    a.italic === b.italic &&
    a.shadow === b.shadow &&
    a.bold === b.bold &&
    a.caps === b.caps &&
    a.width === b.width &&
    a.link === b.link
  );
}

/** A colour code consumes two more characters, whatever they are, but stops before the next `$`. */
function swallowTwo(source: string, from: number): number {
  let end = from;
  for (let taken = 0; taken < 2 && end < source.length && source[end] !== '$'; taken++) {
    end += isHighSurrogate(source, end) ? 2 : 1;
  }
  return end;
}

/** `Foo` → `f00`: the game reads missing and non-hex digits as 0. */
function threeDigits(code: string): string {
  const digits = Array.from(code.toLowerCase(), (letter) => (/[0-9a-f]/.test(letter) ? letter : '0'));
  return digits.join('').padEnd(3, '0');
}

function isHighSurrogate(source: string, index: number): boolean {
  return (source.codePointAt(index) ?? 0) > 0xffff;
}
