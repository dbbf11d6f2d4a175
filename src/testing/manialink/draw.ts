import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import sharp from 'sharp';
import { parseGameText } from '#lib/game-text/parse.ts';
import { escapeXml } from '#lib/xml/escape.ts';
import { type Placed, readManiaLink } from './schema.ts';

/** Pixels for each unit of the game's screen. */
const scale = 10;
/** The height of a letter in units, by text size, as the game shows it. */
const letterHeight = (size: string) => 1.1 + Number(size) * 0.62;

const colourOf = (hex: string) => {
  const [red, green, blue, opacity] = Array.from(hex, (digit) => Number.parseInt(digit, 16) * 17);
  return `rgba(${red},${green},${blue},${(opacity ?? 255) / 255})`;
};

/**
 * The layout of a ManiaLink page as SVG: where everything is and how much room texts have. Fonts are those of this machine. Labels are
 * cut at their width, as in the game.
 */
export function drawnManiaLink(source: string): string {
  const elements = readManiaLink(source).toSorted((a, b) => a.depth - b.depth);
  const [width, height] = [128 * scale, 96 * scale];
  const drawn = elements.map((placed, at) => shapeOf(placed, at));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="#456"/>${drawn.join('')}</svg>`;
}

function shapeOf({ element, left, top, width, height }: Placed, at: number): string {
  const { attributes, name } = element;
  const box = `x="${left * scale}" y="${top * scale}" width="${width * scale}" height="${height * scale}"`;
  if (name === 'quad') {
    const { bgcolor, image } = attributes;
    return image === undefined
      ? `<rect ${box} fill="${colourOf(bgcolor ?? '0000')}"/>`
      : `<rect ${box} fill="#789" stroke="#fff"/><text x="${(left + 1) * scale}" y="${(top + 3) * scale}" font-size="14" fill="#fff">${escapeXml(image)}</text>`;
  }
  const { text, default: typed, textsize = '3', textcolor = 'FFFF', halign = 'left' } = attributes;
  const [x, anchor] = {
    left: [left, 'start'],
    center: [left + width / 2, 'middle'],
    right: [left + width, 'end'],
  }[halign] ?? [left, 'start'];
  const spans = parseGameText(text ?? typed ?? '').map(
    (span) =>
      `<tspan fill="${span.colour === null ? colourOf(textcolor) : `#${span.colour}`}" font-style="${span.italic ? 'italic' : 'normal'}" font-weight="${span.bold ? 700 : 400}">${escapeXml(span.caps ? span.text.toUpperCase() : span.text)}</tspan>`,
  );
  const size = letterHeight(textsize) * scale;
  return `<clipPath id="c${at}"><rect ${box}/></clipPath><text clip-path="url(#c${at})" xml:space="preserve" font-family="sans-serif" font-size="${size}" text-anchor="${anchor}" x="${Number(x) * scale}" y="${(top + height / 2) * scale + size * 0.36}">${spans.join('')}</text>`;
}

/** `host:port` and a path; the name goes into the Host header, because Node does not resolve names below .localhost. */
const fetched = (address: URL): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: address.port,
      path: address.pathname + address.search,
      headers: { host: address.host },
    };
    request(options, async (response) => {
      resolve((await response.toArray()).join(''));
    })
      .on('error', reject)
      .end();
  });

// npx node src/testing/manialink/draw.ts http://tmnf.localhost:4321/manialink FILE.png
if (import.meta.main) {
  const [address = '', file = ''] = process.argv.slice(2);
  const svg = drawnManiaLink(await fetched(new URL(address)));
  await writeFile(file, await sharp(Buffer.from(svg)).png().toBuffer());
}
