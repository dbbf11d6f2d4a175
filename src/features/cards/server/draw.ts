import type { CardDrawing } from '#platform/pictures/tools.ts';
import { Font } from '#platform/text/font.ts';
import { type EditionLook, editionLook } from '#platform/text/theme.ts';
import type { Site } from '#sites/schema.ts';
import { type CardFacts, cardHeight, cardWidth, cardWidths } from '../card-facts.ts';
import { fitLines, lineHeight, shortenedTo, writable } from '../text-lines.ts';

let font: Promise<Font> | undefined;
const looks = new Map<string, Promise<EditionLook>>();

function lookOf(code: string): Promise<EditionLook> {
  const look = looks.get(code) ?? editionLook(code);
  looks.set(code, look);
  return look;
}

const margin = 56;
/** The frame of the picture. */
export const cardPicture = { width: 520, height: 340 };
const top = 184;
const sizes = [84, 72, 60, 50, 42];
const dark = '#10141a';
/** the height of a name, and of the line below it */
const nameHeight = 180;
/** from the upper edge: the masthead of a thing, and of the edition itself */
const bands = { thing: 132, edition: 320 };

interface Drawing {
  readonly site: Pick<Site, 'code' | 'name' | 'label'>;
  readonly facts: CardFacts;
  /** the bytes of its pictures */
  readonly photos: readonly Uint8Array[];
}

/**
 * The drawing of a card: the name, who made it, one number and some facts, with the picture of the thing in the colours of the
 * edition.
 */
export async function cardDrawing({ site, facts, photos }: Drawing): Promise<CardDrawing> {
  font ??= Font.load();
  const [letters, look] = await Promise.all([font, lookOf(site.code)]);
  const svg = (hasPicture: boolean) => cardSvg({ site, facts, font: letters, look, hasPicture });
  return {
    svg: { withPhoto: photos.length > 0 ? svg(true) : '', withoutPhoto: svg(false) },
    photos,
    frame: { left: cardWidth - margin - cardPicture.width, top, ...cardPicture },
    background: look.colours.get('bg') ?? dark,
    mount: dark,
    widths: cardWidths,
  };
}

interface Scene {
  readonly site: Drawing['site'];
  readonly facts: CardFacts;
  readonly font: Font;
  readonly look: EditionLook;
  readonly hasPicture: boolean;
}

function cardSvg({ site, facts, font, look, hasPicture }: Scene): string {
  const colour = (token: string, otherwise: string) => look.colours.get(token) ?? otherwise;
  const ink = colour('ink', '#f2f2f2');
  const ink2 = colour('ink-2', '#b8b8b8');
  const accent = colour('accent', '#6aa7ff');
  const width = cardWidth - 2 * margin - (hasPicture ? cardPicture.width + 40 : 0);
  const has = (letter: string) => font.has(letter);
  const text = (words: string, x: number, y: number, size: number, fill: string, bold = 0, stretch = 1) =>
    `<path d="${font.path(words, { x, y, size, stretch })}" fill="${fill}" stroke="${fill}" stroke-width="${bold}" stroke-linejoin="round"/>`;
  const cased = (words: string) => (look.isUpperCase ? words.toUpperCase() : words);

  const isEdition = facts.kind === 'edition';
  const bandHeight = isEdition ? bands.edition : bands.thing;
  const start = isEdition ? bands.edition + 40 : top;
  const name = cased(writable(facts.name, has) ?? facts.fallback);
  const heading = fitLines(
    name,
    { width, sizes, height: nameHeight },
    (words) => font.width(words) * look.stretch,
  );
  const baseline = (line: number) => start + heading.size * (0.78 + line * lineHeight);
  const headingPaths = heading.lines.map((line, index) =>
    text(line, margin, baseline(index), heading.size, ink, heading.size / 24, look.stretch),
  );
  const afterName = baseline(heading.lines.length - 1);
  const fitted = (words: string, size: number) =>
    shortenedTo(words, width / size, (part) => font.width(part));
  const by = writable(facts.by, has) ?? '';
  const bottom = top + cardPicture.height;
  const number = facts.number === null ? null : (writable(facts.number, has) ?? '');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${cardWidth}" height="${cardHeight}" viewBox="0 0 ${cardWidth} ${cardHeight}">`,
    `<rect width="${cardWidth}" height="${cardHeight}" fill="${colour('bg', dark)}"/>`,
    band(look, bandHeight),
    `<rect y="${bandHeight}" width="${cardWidth}" height="6" fill="${accent}"/>`,
    ...headingPaths,
    text(fitted(by, 32), margin, afterName + 56, 32, ink2, 0.5),
    ...(number === null
      ? []
      : [
          text((facts.label ?? '').toUpperCase(), margin, bottom - 76, 20, ink2, 0.8),
          text(number, margin, bottom - 6, 68, accent, 2.4),
        ]),
    `<rect x="${margin}" y="${cardHeight - 47}" width="26" height="8" fill="${accent}"/>`,
    text(writable(facts.site, has) ?? site.name, margin + 40, cardHeight - 36, 24, ink, 0.8),
    factsText(
      facts.facts.map((fact) => writable(fact, has) ?? ''),
      font,
      ink2,
    ),
    '</svg>',
  ].join('');
}

/** Facts at the end of the last line. */
function factsText(facts: readonly string[], font: Font, fill: string): string {
  const words = facts.filter((fact) => fact !== '').join('  ·  ');
  const x = cardWidth - margin - font.width(words) * 24;
  return `<path d="${font.path(words, { x, y: cardHeight - 36, size: 24 })}" fill="${fill}"/>`;
}

/** The masthead of the edition at the upper edge. */
function band({ masthead }: EditionLook, height: number): string {
  if (masthead === null) return '';
  const inner = masthead.replace(/^[^<]*<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');
  return `<svg x="0" y="0" width="${cardWidth}" height="${height}" viewBox="600 0 1200 200" preserveAspectRatio="xMidYMax slice">${inner}</svg>`;
}
