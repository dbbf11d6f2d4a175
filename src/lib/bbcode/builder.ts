import { readText } from './inline.ts';
import type { Limits } from './limits.ts';
import type { MessageNode, Wrapping } from './tree.ts';

/** Builds the tree in reading order: tracks open tags, closes them in order and enforces the limits. */
export interface Builder {
  /** Adds text as typed; addresses and smileys in it are found later. */
  addText(text: string): void;
  /** Adds a finished node. */
  add(node: MessageNode, isBlock: boolean): void;
  /** Opens a wrapping; with null only the tag is remembered, so that its end is removed too. Returns false above a limit. */
  open(tag: string, wrapping: Wrapping | null, isBlock: boolean): boolean;
  /** Starts the next item of the innermost list; returns false if there is no list. */
  openItem(): boolean;
  /** Ends an item, if one is open; returns false if there is no list. */
  closeItem(): boolean;
  /** Closes a tag and everything opened inside it; the end of a tag that another one closed is removed. */
  close(tag: string, isBlock: boolean): void;
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
  readonly isReal: boolean;
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

  const push = (tag: string, wrapping: Wrapping | null) => {
    const parent = top();
    const children: MessageNode[] = wrapping ? [] : parent.children;
    if (wrapping) {
      parent.children.push({ ...wrapping, children });
      bump(openKinds, wrapping.kind, 1);
      if (wrapping.kind !== 'item') depth += 1;
    }
    frames.push({ tag, isReal: wrapping !== null, holder: wrapping ?? parent.holder, children });
    bump(openTags, tag, 1);
  };

  const pop = (): Frame | undefined => {
    const frame = frames.pop();
    if (!frame) return undefined;
    bump(openTags, frame.tag, -1);
    if (frame.isReal && frame.holder) {
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
      push('item', { kind: 'item' });
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
    add(node, isBlock) {
      beforeNode(isBlock);
      if (top().holder?.kind === 'list') push('item', { kind: 'item' });
      top().children.push(node);
    },
    open(tag, wrapping, isBlock) {
      const tooDeep = wrapping !== null && depth >= limits.depth;
      const tooQuoted = wrapping?.kind === 'quote' && (openKinds.get('quote') ?? 0) >= limits.quotes;
      if (tooDeep || tooQuoted) return false;
      beforeNode(isBlock);
      if (top().holder?.kind === 'list') push('item', { kind: 'item' });
      push(tag, wrapping);
      return true;
    },
    openItem() {
      if (!isOpen('list')) return false;
      trimItem();
      flush();
      while (frames.length > 0 && !(frames.at(-1)?.isReal && top().holder?.kind === 'list')) pop();
      push('item', { kind: 'item' });
      swallowsBreak = true;
      return true;
    },
    closeItem() {
      if (!isOpen('list')) return false;
      builder.close('item', true);
      return true;
    },
    close(tag, isBlock) {
      if ((openTags.get(tag) ?? 0) === 0) {
        flush();
        return;
      }
      if (tag === 'list' || tag === 'item') trimItem();
      beforeNode(isBlock);
      let frame: Frame | undefined;
      do frame = pop();
      while (frame && frame.tag !== tag);
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
