import { emptyElement, xmlDeclaration } from '#lib/xml/escape.ts';

/**
 * Elements of ManiaLinks as United and Nations Forever show them. Places are counted from the upper left corner of the screen, which
 * is 128 wide and 96 high; the game counts them from its middle, upwards.
 */
export const screen = { width: 128, height: 96 } as const;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where an element leads: `page`, a document that the game opens; `web`, a page that the browser opens. */
export type Link = { readonly page: string } | { readonly web: string } | null;

const linked = (link: Link) => ({
  manialink: link && 'page' in link ? link.page : null,
  url: link && 'web' in link ? link.web : null,
});

const placed = ({ left, top, width, height }: Box, depth: number) => ({
  posn: `${round(left - screen.width / 2)} ${round(screen.height / 2 - top)} ${depth}`,
  sizen: `${round(width)} ${round(height)}`,
});

const round = (value: number): number => Math.round(value * 100) / 100;

/** A filled rectangle; the colour is four hex digits, the last one the opacity. */
export const area = (box: Box, colour: string, link: Link = null): string =>
  emptyElement('quad', { ...placed(box, link ? 2 : 1), bgcolor: colour, ...linked(link) });

/** A picture at an address that ends in .jpg. */
export const image = (box: Box, address: string, link: Link = null): string =>
  emptyElement('quad', { ...placed(box, 2), image: address, ...linked(link) });

interface Look {
  readonly size?: 1 | 2 | 3 | 4;
  readonly colour?: string;
  readonly align?: 'left' | 'center' | 'right';
  readonly link?: Link;
}

/** One line of game text in the middle of a box; what does not fit is cut off. */
export function line(box: Box, text: string, look: Look = {}): string {
  const { size = 2, colour = 'FFFF', align = 'left', link = null } = look;
  const left = { left: box.left, center: box.left + box.width / 2, right: box.left + box.width }[align];
  const middle = { ...box, left, top: box.top + box.height / 2 };
  return emptyElement('label', {
    ...placed(middle, 3),
    halign: align === 'left' ? null : align,
    valign: 'center',
    text,
    textsize: String(size),
    textcolor: colour,
    ...linked(link),
  });
}

/** A rectangle with a text that leads somewhere. */
export const button = (box: Box, text: string, link: Link, colour: string = colours.button): string =>
  area(box, colour, link) + line(box, text, { align: 'center', link });

/** A box to type in; the game puts what was typed in place of `name` in addresses. */
export const entry = (box: Box, name: string, typed: string): string =>
  area(box, colours.entry) +
  emptyElement('entry', {
    ...placed({ ...box, left: box.left + 1, width: box.width - 2, top: box.top + box.height / 2 }, 3),
    valign: 'center',
    name,
    default: typed,
    textsize: '2',
    textcolor: 'FFFF',
  });

export const colours = {
  page: '112F',
  head: '001F',
  row: '223F',
  button: '258F',
  main: '281F',
  entry: '000F',
  quiet: 'AABF',
  gold: 'FD6F',
} as const;

/** A whole page. `seconds`: how long the game may show it again without a request. */
export const maniaLink = (seconds: number, elements: readonly string[]): string =>
  `${xmlDeclaration}<manialink><timeout>${seconds}</timeout>${elements.join('')}</manialink>`;
