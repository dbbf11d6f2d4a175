import { type Builder, newBuilder } from './builder.ts';
import { type Limits, MESSAGE_LIMITS } from './limits.ts';
import { linkHref } from './links.ts';
import { type Piece, type Scanner, scanMessage } from './scan.ts';
import { withoutScriptTags } from './script-tags.ts';
import { plainLink, TAGS } from './tags.ts';
import type { MessageNode } from './tree.ts';

/**
 * Parses a message into a tree. Never fails and never recurses; the time is linear in the length. HTML script tags are
 * stripped. Crossing tags are closed in order, unknown tags are removed, and invalid tags or tags beyond the limits are
 * shown as typed.
 */
export function parseMessage(source: string, limits: Limits = MESSAGE_LIMITS): readonly MessageNode[] {
  // Old comments break lines with chr 31. Other control characters are removed, and so are the two bidirectional
  // overrides, which are only used to deceive.
  const text = withoutScriptTags(
    source
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      .replaceAll('\u001f', '\n')
      .replace(/(?![\n\t])\p{Cc}|[\u202d\u202e]/gu, ''),
  );
  const end = endWithin(text, limits.characters);
  const scanner = scanMessage(text.slice(0, end));
  const builder = newBuilder(limits);
  for (let piece = scanner.next(); piece !== null; piece = scanner.next()) {
    if (piece.kind === 'text') builder.addText(piece.raw);
    else if (piece.kind === 'close') readClosing(piece, builder);
    else readOpening(piece, scanner, builder);
  }
  const nodes = builder.finish();
  return end < text.length ? [...nodes, { kind: 'text', text: text.slice(end) }] : nodes;
}

function readClosing(piece: Piece & { kind: 'close' }, builder: Builder): void {
  const tag = piece.tag === '*' ? 'item' : piece.tag;
  builder.close(tag, piece.raw, TAGS.get(tag)?.isBlock ?? tag === 'item');
}

function readOpening(piece: Piece & { kind: 'open' }, scanner: Scanner, builder: Builder): void {
  const { tag, argument, raw } = piece;
  if (tag === '*' || tag === 'item') {
    if (!builder.countTag() || !builder.openItem()) builder.addText(raw);
    return;
  }
  const known = TAGS.get(tag);
  if (!known && tag !== 'url') {
    builder.boundary();
    return;
  }
  if (!builder.countTag()) {
    builder.openAsTyped(tag, raw);
    return;
  }
  if (!known) {
    readUrl(argument, raw, scanner, builder);
    return;
  }
  if (known.does === 'alone') {
    builder.add(known.make(), known.isBlock);
  } else if (known.does === 'around') {
    builder.open(tag, raw, known.make(argument), known.isBlock);
  } else {
    const body = scanner.takeUntilClose(tag);
    const node = body === null ? null : known.make(body, argument);
    if (node !== null && (node.kind !== 'image' || builder.countImage())) {
      builder.add(node, known.isBlock);
    } else {
      scanner.rewind();
      builder.openAsTyped(tag, raw);
    }
  }
}

/** Links do not nest: a `[url]` inside another only loses its tags, and so does an invalid one. */
function readUrl(argument: string | null, raw: string, scanner: Scanner, builder: Builder): void {
  const body = scanner.takeUntilClose('url');
  if (body === null) {
    builder.openAsTyped('url', raw);
    return;
  }
  const inside = builder.isOpen('link');
  const plain = argument === null && !inside ? plainLink(body) : null;
  if (plain) {
    builder.add(plain, false);
    return;
  }
  scanner.rewind();
  const href = argument === null || inside ? null : linkHref(argument);
  builder.open('url', raw, href === null ? null : { kind: 'link', href }, false);
  // A link without text shows its address.
  if (href !== null && body.trim() === '') builder.addText(argument?.trim() ?? '');
}

/** The limit, minus one if it would split a surrogate pair. */
function endWithin(text: string, limit: number): number {
  if (text.length <= limit) return text.length;
  return (text.codePointAt(limit - 1) ?? 0) > 0xffff ? limit - 1 : limit;
}
