import { readText } from './inline.ts';
import type { Limits } from './limits.ts';
import type { MessageNode, Wrapping } from './tree.ts';

/** Builds the tree in reading order: tracks open tags, closes them in order and enforces the limits. */
export interface Builder {
  /** Adds text as typed; addresses and smileys in it are found later. */
  addText(text: string): void;
  /** Marks the edge of a removed tag, so that the text on both sides is read separately. */
  boundary(): void;
  /** Adds a finished node. */
  add(node: MessageNode, isBlock: boolean): void;
  /** Opens a wrapping; with null only the tag is remembered, so that its end is removed too. Above a limit: as typed. */
  open(tag: string, raw: string, wrapping: Wrapping | null, isBlock: boolean): void;
  /** Shows an opening tag as typed, and later its end too. */
  openAsTyped(tag: string, raw: string): void;
  /** Starts the next item of the innermost list; returns false if there is no list. */
  openItem(): boolean;
  /** Closes a tag and everything opened inside it; an end without an open tag is removed. */
  close(tag: string, raw: string, isBlock: boolean): void;
  /** Counts an opening tag; returns false if the limit is reached. */
  countTag(): boolean;
  /** Counts an image; returns false if the limit is reached. */
  countImage(): boolean;
  /** Whether a wrapping of this kind is open. */
  isOpen(kind: Wrapping['kind']): boolean;
  /** Closes everything and returns the tree. */
  finish(): readonly MessageNode[];
}

/** An open tag. `holder` is the innermost real wrapping, which owns `children`; null is the message itself. */
interface Frame {
  readonly tag: string;
  readonly role: 'real' | 'tags-only' | 'as-typed';
  readonly holder: Wrapping | null;
  readonly children: MessageNode[];
}

/** Starts an empty message. */
export function newBuilder(limits: Limits): Builder {
  const root: MessageNode[] = [];
  const frames: Frame[] = [];
  const openTags = new Map<string, number>();
  const openKinds = new Map<string, number>();
  let depth = 0;
  let tagsLeft = limits.tags;
  let imagesLeft = limits.images;
  const left = { smileys: limits.smileys, addresses: limits.addresses };
  let pending = '';
  let swallowsBreak = false;

  const top = () => frames.at(-1) ?? { holder: null, children: root };
  const isOpen = (kind: Wrapping['kind']) => (openKinds.get(kind) ?? 0) > 0;

  const push = (tag: string, role: Frame['role'], wrapping: Wrapping | null) => {
    const parent = top();
    const children: MessageNode[] = wrapping ? [] : parent.children;
    if (wrapping) {
      parent.children.push({ ...wrapping, children });
      bump(openKinds, wrapping.kind, 1);
      if (wrapping.kind !== 'item') depth += 1;
    }
    frames.push({ tag, role, holder: wrapping ?? parent.holder, children });
    bump(openTags, tag, 1);
  };

  const pop = (): Frame | undefined => {
    const frame = frames.pop();
    if (!frame) return undefined;
    bump(openTags, frame.tag, -1);
    if (frame.role === 'real' && frame.holder) {
      bump(openKinds, frame.holder.kind, -1);
      if (frame.holder.kind !== 'item') depth -= 1;
    }
    return frame;
  };

  /** Whitespace between items is layout and ignored; other text in a list becomes an item, marked or not. */
  const flush = () => {
    const text = pending;
    pending = '';
    if (text === '') return;
    if (top().holder?.kind === 'list') {
      if (text.trim() === '') return;
      push('item', 'real', { kind: 'item' });
    }
    const { children } = top();
    for (const node of readText(text, isOpen('link'), left)) {
      if (node.kind === 'smiley') left.smileys -= 1;
      if (node.kind === 'link') left.addresses -= 1;
      children.push(node);
    }
  };

  const beforeNode = (isBlock: boolean) => {
    if (isBlock && pending.endsWith('\n')) pending = pending.slice(0, -1);
    flush();
    swallowsBreak = isBlock;
  };

  const trimItem = () => {
    if (isOpen('list')) pending = pending.trimEnd();
  };

  const builder: Builder = {
    addText(text) {
      pending += swallowsBreak ? text.replace(/^[ \t]*\n/, '') : text;
      swallowsBreak = false;
    },
    boundary: flush,
    add(node, isBlock) {
      beforeNode(isBlock);
      if (top().holder?.kind === 'list') push('item', 'real', { kind: 'item' });
      top().children.push(node);
    },
    open(tag, raw, wrapping, isBlock) {
      const tooDeep = wrapping !== null && depth >= limits.depth;
      const tooQuoted = wrapping?.kind === 'quote' && (openKinds.get('quote') ?? 0) >= limits.quotes;
      if (tooDeep || tooQuoted) {
        builder.openAsTyped(tag, raw);
        return;
      }
      beforeNode(isBlock);
      if (top().holder?.kind === 'list') push('item', 'real', { kind: 'item' });
      push(tag, wrapping ? 'real' : 'tags-only', wrapping);
    },
    openAsTyped(tag, raw) {
      builder.addText(raw);
      frames.push({ ...top(), tag, role: 'as-typed' });
      bump(openTags, tag, 1);
    },
    openItem() {
      if (!isOpen('list')) return false;
      trimItem();
      flush();
      while (frames.length > 0 && !(frames.at(-1)?.role === 'real' && top().holder?.kind === 'list')) pop();
      push('item', 'real', { kind: 'item' });
      swallowsBreak = true;
      return true;
    },
    close(tag, raw, isBlock) {
      if ((openTags.get(tag) ?? 0) === 0) {
        flush();
        return;
      }
      let frame = frames.at(-1);
      if (frame?.tag === tag && frame.role === 'as-typed') {
        pop();
        builder.addText(raw);
        return;
      }
      if (tag === 'list' || tag === 'item') trimItem();
      beforeNode(isBlock);
      do frame = pop();
      while (frame && frame.tag !== tag);
      if (frame?.role === 'as-typed') builder.addText(raw);
    },
    countTag: () => tagsLeft-- > 0,
    countImage: () => imagesLeft-- > 0,
    isOpen,
    finish() {
      flush();
      return root;
    },
  };
  return builder;
}

function bump(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
