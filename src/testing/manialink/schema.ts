import { parseGameText } from '#lib/game-text/parse.ts';
import { parseXml, type XmlElement } from '../xml.ts';

/**
 * What United and Nations Forever understand of a ManiaLink, as far as our pages use it, after the documentation that players wrote:
 * elements, their attributes, and what these may contain. The game ignores the rest without a word, so a mistake would be seen by
 * players only.
 */
const number = '-?\\d{1,3}(?:\\.\\d{1,2})?';
const kinds = {
  place: new RegExp(`^${number} ${number} -?\\d{1,2}$`),
  size: new RegExp(`^${number} ${number}$`),
  colour: /^[0-9A-F]{4}$/,
  textSize: /^[1-5]$/,
  horizontal: /^(?:left|center|right)$/,
  vertical: /^(?:top|center|bottom)$/,
  name: /^[a-z]{1,40}$/,
  page: /^(?:http:\/\/[a-z0-9.:-]+\/|[a-z0-9]+:[a-z0-9]+\?)[\w/?=&.%+*~-]*$/i,
  picture: /^http:\/\/[a-z0-9.:-]+\/[\w/?=&.%-]+\.(?:jpg|png)$/i,
  web: /^https?:\/\/[a-z0-9.:-]+\/[\w/?=&.%-]*$/i,
  text: /^[^\n\r\t]*$/,
} as const;

interface Rule {
  readonly needs: Readonly<Record<string, RegExp>>;
  readonly may: Readonly<Record<string, RegExp>>;
}

const box = { posn: kinds.place, sizen: kinds.size };
const aligned = { halign: kinds.horizontal, valign: kinds.vertical };
const leads = { manialink: kinds.page, url: kinds.web };
const written = { textsize: kinds.textSize, textcolor: kinds.colour };

const rules: Readonly<Record<string, Rule>> = {
  quad: { needs: box, may: { ...aligned, ...leads, bgcolor: kinds.colour, image: kinds.picture } },
  label: { needs: { ...box, text: kinds.text }, may: { ...aligned, ...leads, ...written } },
  entry: {
    needs: { ...box, name: kinds.name, default: kinds.text },
    may: { ...aligned, ...written },
  },
};

/** An element with where it is: counted from the upper left corner of the screen. */
export interface Placed {
  readonly element: XmlElement;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
}

const most = { elements: 400, bytes: 64 * 1024 };

/** The elements of a page. Throws if the game would not show it as it is meant. */
export function readManiaLink(source: string): Placed[] {
  const root = parseXml(source);
  if (root.name !== 'manialink' || Object.keys(root.attributes).length > 0)
    fail(root, 'the root is a bare manialink');
  const [timeout, ...others] = root.children;
  if (timeout?.name !== 'timeout' || !/^\d{1,5}$/.test(timeout.text))
    fail(root, 'it begins with a timeout in seconds');
  if (others.length > most.elements || source.length > most.bytes) fail(root, 'a page is small');
  if (root.text.trim() !== '') fail(root, 'text is in labels');
  const placed = others.map(placedElement);
  const names = others.filter(({ name }) => name === 'entry').map(({ attributes }) => attributes.name);
  if (new Set(names).size < names.length) fail(root, 'entries have names of their own');
  return placed;
}

function fail(element: XmlElement, rule: string): never {
  throw new Error(`${rule}: <${element.name} ${JSON.stringify(element.attributes)}>`);
}

function placedElement(element: XmlElement): Placed {
  const rule = rules[element.name];
  if (!rule) fail(element, 'an element that the game knows');
  for (const name of Object.keys(rule.needs))
    if (!(name in element.attributes)) fail(element, `it needs ${name}`);
  for (const [name, value] of Object.entries(element.attributes)) {
    const kind = rule.needs[name] ?? rule.may[name];
    if (!kind) fail(element, `no attribute ${name}`);
    if (!kind.test(value)) fail(element, `${name} is written as the game reads it`);
  }
  const { attributes } = element;
  if (element.children.length > 0 || element.text !== '') fail(element, 'elements are empty');
  if ('manialink' in attributes && 'url' in attributes) fail(element, 'an element leads to one place');
  if (element.name === 'quad' && 'bgcolor' in attributes === 'image' in attributes)
    fail(element, 'a quad has a colour or a picture');
  if (parseGameText(attributes.text ?? '').some(({ link }) => link)) fail(element, 'no link in a text');
  return onScreen(element);
}

/** A whole element is on the screen. */
function onScreen(element: XmlElement): Placed {
  const { posn = '', sizen = '', halign = 'left', valign = 'top' } = element.attributes;
  const [x = 0, y = 0, depth = 0] = posn.split(' ').map(Number);
  const [width = 0, height = 0] = sizen.split(' ').map(Number);
  const share = { left: 0, top: 0, center: 0.5, right: 1, bottom: 1 };
  const left = 64 + x - width * share[halign as keyof typeof share]; // checked by its kind
  const top = 48 - y - height * share[valign as keyof typeof share]; // checked by its kind
  const near = 0.01;
  const isInside = left >= -near && top >= -near && left + width <= 128 + near && top + height <= 96 + near;
  if (!isInside || width <= 0 || height <= 0) fail(element, 'elements are on the screen');
  return { element, left, top, width, height, depth };
}
