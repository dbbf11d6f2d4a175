import { escapeHtml } from '#lib/codes/text.ts';
import { parseMessage } from './parse.ts';
import { type MessagePicture, pictureHost, pictureNote, picturePage, pictureSource } from './pictures.ts';
import { NO_NAMES, type ReferenceNames, referenceLabel, referencePath } from './references.ts';
import { type Branch, type Leaf, type MessageNode, type Reference, walk } from './tree.ts';

/** Where a message is shown, and what is known about its references. */
export interface MessageContext {
  /** False in track comments and author comments, where valid images are omitted. */
  readonly images: boolean;
  /**
   * Names of references; without them they are shown with their number. A picture that is not among them is a link, because
   * the content security policy allows no pictures of other hosts.
   */
  readonly references?: ReferenceNames;
  /** Text before the link to a picture that is not among the references. */
  readonly unknownPicture?: string;
  /** The short name of the edition that shows the message. */
  readonly site?: string;
  /** Returns the origin of a sister site by its short name (`tmuf` → `https://…`), null if there is none. */
  readonly originOf?: (site: string) => string | null;
}

/** External pages open in a new tab without opener, referrer or search ranking. */
const OUTSIDE = 'target="_blank" rel="noopener noreferrer nofollow"';

/** What is shown instead of a message that has nothing to show. */
export const noText = '(No text defined)';
export const noTextHtml = `<span class="bb-none">${noText}</span>`;

/** The path of a smiley's image by the stem of its file. */
export const smileyPath = (stem: string): string => `/images/smiles/${stem}.svg`;

/** Parses and renders a message in one step. */
export function messageToHtml(source: string, context: MessageContext): string {
  return renderMessage(parseMessage(source, undefined, { site: context.site }), context);
}

/**
 * Renders a parsed message as safe HTML: text escaped, only the elements used here, no style attributes, no scripts. A
 * message that has nothing to show is rendered as `noTextHtml`.
 * Classes `bb-*` are in bbcode.css, `tint-*` in lib/game-text/tints.css, `smiley` in the prose styles.
 */
export function renderMessage(nodes: readonly MessageNode[], context: MessageContext): string {
  const html: string[] = [];
  let links = 0;
  let isEmpty = true;
  walk(nodes, {
    enter(node) {
      if ('children' in node) {
        if (node.kind === 'link') links += 1;
        html.push(openingOf(node));
      } else {
        const leaf = leafHtml(node, context, links > 0);
        if (leaf.trim() !== '') isEmpty = isEmpty && node.kind === 'text' && node.text.trim() === '';
        html.push(leaf);
      }
    },
    leave(node) {
      if (node.kind === 'link') links -= 1;
      html.push(closingOf(node));
    },
  });
  return isEmpty ? noTextHtml : html.join('');
}

function leafHtml(node: Leaf, context: MessageContext, insideLink: boolean): string {
  switch (node.kind) {
    case 'text':
      return escapeHtml(node.text).replaceAll('\n', '<br>');
    case 'smiley':
      return `<img class="smiley" src="${smileyPath(node.stem)}" alt="${escapeHtml(node.code)}" width="20" height="20">`;
    case 'image':
      return context.images ? imageHtml(node.address, context, insideLink) : '';
    case 'code':
      return `<pre class="bb-code"><code>${escapeHtml(node.text)}</code></pre>`;
    case 'rule':
      return '<hr>';
    case 'siteName':
      return `<span class="bb-site-${node.site}">${node.site.toUpperCase()}</span>`;
    case 'video':
      return videoHtml(node.youtubeId, insideLink);
    case 'reference':
      return referenceHtml(node, context, insideLink);
    default:
      return node satisfies never;
  }
}

function openingOf(node: Branch): string {
  switch (node.kind) {
    case 'link':
      return `<a href="${escapeHtml(node.href)}" ${OUTSIDE}>`;
    case 'quote':
      return `<blockquote>${node.author === null ? '' : `<cite>${escapeHtml(node.author)} wrote:</cite>`}`;
    case 'list':
      if (node.marker === null) return '<ul>';
      return node.marker === '1' ? '<ol>' : `<ol type="${node.marker}">`;
    case 'align':
      return `<div class="bb-${node.side}">`;
    case 'colour':
      return `<span class="tint-${node.tint}">`;
    case 'size':
      return `<span class="bb-size-${node.size}">`;
    case 'spoiler':
      return `<details class="bb-spoiler"><summary>${escapeHtml(node.title ?? 'Spoiler')}</summary>`;
    default:
      return `<${ELEMENTS[node.kind]}>`;
  }
}

function closingOf(node: Branch): string {
  if (node.kind === 'list') return node.marker === null ? '</ul>' : '</ol>';
  return `</${ELEMENTS[node.kind]}>`;
}

const ELEMENTS: Readonly<Record<Exclude<Branch['kind'], 'list'>, string>> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  item: 'li',
  link: 'a',
  quote: 'blockquote',
  align: 'div',
  colour: 'span',
  size: 'span',
  spoiler: 'details',
};

function imageHtml(
  address: string,
  { references, unknownPicture }: MessageContext,
  insideLink: boolean,
): string {
  const picture = references?.picture?.get(address);
  if (picture?.is === 'shown') return pictureHtml(address, picture, insideLink);
  const text = escapeHtml(address);
  const link = insideLink ? text : `<a href="${text}" ${OUTSIDE}>${text}</a>`;
  if (!picture)
    return unknownPicture ? `<span class="bb-nopicture">${escapeHtml(unknownPicture)} ${link}</span>` : link;
  const note = pictureNote(picture);
  const about = insideLink ? note : `<a href="${escapeHtml(picturePage(picture.key))}">${note}</a>`;
  // what a moderator removed is not advertised
  const isBlocked = picture.is === 'failed' && picture.failure === 'blocked';
  return `<span class="bb-nopicture">${isBlocked ? `${about}.` : `${about}: ${link}`}</span>`;
}

/** Our copy of the picture, which leads to the page about it. */
function pictureHtml(
  address: string,
  { key, width, height }: Extract<MessagePicture, { is: 'shown' }>,
  insideLink: boolean,
): string {
  const alt = `From ${pictureHost(address)}`;
  const image = `<img class="bb-image" src="${escapeHtml(pictureSource(key))}" alt="${escapeHtml(alt)}" width="${width}" height="${height}" loading="lazy">`;
  return insideLink ? image : `<a class="bb-picture" href="${escapeHtml(picturePage(key))}">${image}</a>`;
}

/** A link to the video with a drawn picture (bbcode.css). */
function videoHtml(id: string, insideLink: boolean): string {
  const address = `https://www.youtube.com/watch?v=${id}`;
  return insideLink
    ? address
    : `<a class="bb-video" href="${address}" ${OUTSIDE}><span>Watch on YouTube</span></a>`;
}

function referenceHtml(node: Reference, context: MessageContext, insideLink: boolean): string {
  const label = escapeHtml(referenceLabel(node, context.references ?? NO_NAMES));
  if (insideLink) return label;
  const path = referencePath(node);
  if (node.site === null) return `<a class="bb-reference" href="${path}">${label}</a>`;
  const origin = context.originOf?.(node.site) ?? null;
  return origin === null
    ? label
    : `<a class="bb-reference" href="${escapeHtml(origin + path)}" ${OUTSIDE}>${label}</a>`;
}
