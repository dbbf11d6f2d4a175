import { wellFormed } from '#lib/codes/text.ts';
import { type Builder, newBuilder } from './builder.ts';
import { type Limits, MESSAGE_LIMITS } from './limits.ts';
import { linkHref } from './links.ts';
import { type Pairs, pairTags } from './pairs.ts';
import { type Piece, type Scanner, scanMessage } from './scan.ts';
import { plainLink, TAGS } from './tags.ts';
import type { MessageNode } from './tree.ts';

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

/** Several empty lines in a row, which are shown as one: a text must not push everything below it out of sight. */
const EMPTY_LINES = /\n(?:(?:(?!\n)[\s\p{Default_Ignorable_Code_Point}\u2800])*\n){2,}/gu;

/** What is known about a message in addition to its text. */
export interface ParseOptions {
  /** the message was cut, so tags without an end are closed by the cut */
  readonly isBeginning?: boolean;
  /** the short name of the edition that shows it: its own tracks are not those of another site */
  readonly site?: string | undefined;
}

/**
 * Parses a message into a tree. Never fails and never recurses; the time is linear in the length. HTML script tags are
 * stripped. Crossing tags are closed in order. Unknown tags, tags without their counterpart, invalid ones and those beyond the limits are
 * shown as typed.
 */
export function parseMessage(
  source: string,
  limits: Limits = MESSAGE_LIMITS,
  { isBeginning = false, site }: ParseOptions = {},
): readonly MessageNode[] {
  // Old comments break lines with chr 31. Other control characters are removed, and so are the two bidirectional
  // overrides, which are only used to deceive.
  const text = withoutScriptTags(
    wellFormed(source)
      .replace(/\r\n?/g, '\n')
      .replaceAll('\u001f', '\n')
      .replace(/(?![\n\t])\p{Cc}|[\u202d\u202e]/gu, '')
      .replace(EMPTY_LINES, '\n\n'),
  );
  const end = endWithin(text, limits.characters);
  const parsed = text.slice(0, end);
  const builder = newBuilder(limits);
  readPieces(parsed, { pairs: pairTags(parsed, isBeginning), builder, site });
  const nodes = builder.finish();
  return end < text.length ? [...nodes, { kind: 'text', text: text.slice(end) }] : nodes;
}

interface Reading {
  readonly pairs: Pairs;
  readonly builder: Builder;
  readonly site: string | undefined;
}

function readPieces(text: string, reading: Reading): void {
  const { pairs, builder } = reading;
  const scanner = scanMessage(text);
  /** ends of tags that are shown as typed */
  const typedEnds = new Set<number | undefined>();
  for (let piece = scanner.next(); piece !== null; piece = scanner.next()) {
    if (piece.kind === 'text') builder.addText(piece.raw);
    else if (piece.kind === 'close') {
      if (typedEnds.has(piece.at) || !readClosing(piece, pairs, builder)) builder.addText(piece.raw);
    } else if (!readOpening(piece, scanner, reading)) {
      scanner.rewind();
      builder.addText(piece.raw);
      typedEnds.add(pairs.endOf(piece.at));
    }
  }
}

/** Returns false if the tag is to be shown as typed. */
function readClosing({ tag, at }: Piece & { kind: 'close' }, pairs: Pairs, builder: Builder): boolean {
  if (tag === '*' || tag === 'item') return builder.closeItem();
  if (!pairs.isEnd(at)) return false;
  builder.close(tag, TAGS.get(tag)?.isBlock ?? false);
  return true;
}

/** Returns false if the tag is to be shown as typed. */
function readOpening(
  { tag, argument, at }: Piece & { kind: 'open' },
  scanner: Scanner,
  { pairs, builder, site }: Reading,
): boolean {
  if (tag === '*' || tag === 'item') return builder.countTag() && builder.openItem();
  const known = TAGS.get(tag);
  const isPaired = pairs.endOf(at) !== undefined;
  if (known?.does === 'alone') {
    if (!builder.countTag()) return false;
    builder.add(known.make(), known.isBlock);
    return true;
  }
  if ((!known && tag !== 'url') || !isPaired || !builder.countTag()) return false;
  if (!known) return readUrl(argument, scanner, builder);
  if (known.does === 'around') return builder.open(tag, known.make(argument), known.isBlock);
  const body = scanner.takeUntilClose(tag);
  const node = body === null ? null : known.make(body, argument);
  if (node === null || (node.kind === 'image' && !builder.countImage())) return false;
  const isOwn = node.kind === 'reference' && node.site === site;
  builder.add(isOwn ? { ...node, site: null } : node, known.isBlock);
  return true;
}

/** Links do not nest: a `[url]` inside another only loses its tags, and so does an invalid one. */
function readUrl(argument: string | null, scanner: Scanner, builder: Builder): boolean {
  const body = scanner.takeUntilClose('url') ?? '';
  const inside = builder.isOpen('link');
  const plain = argument === null && !inside ? plainLink(body) : null;
  if (plain) {
    builder.add(plain, false);
    return true;
  }
  scanner.rewind();
  const isEmpty = body.trim() === '';
  if (isEmpty && argument?.trim() === '') return false; // as typed: a link without text could not be seen
  const href = argument === null || inside ? null : linkHref(argument);
  const isOpened = builder.open('url', href === null ? null : { kind: 'link', href }, false);
  // A link without text shows its address.
  if (isOpened && href !== null && isEmpty) builder.addText(argument?.trim() ?? '');
  return isOpened;
}

/** The limit, minus one if it would split a surrogate pair. */
function endWithin(text: string, limit: number): number {
  if (text.length <= limit) return text.length;
  return (text.codePointAt(limit - 1) ?? 0) > 0xffff ? limit - 1 : limit;
}
