/** Kinds of things a reference can point to on this site. */
export type ReferenceTo = 'track' | 'user' | 'pack' | 'thread';

/** A `[track]`, `[user]`, `[pack]` or `[thread]` by number; `site` is the parameter of `[track=tmuf]`, lower case, otherwise null. */
export interface Reference {
  readonly kind: 'reference';
  readonly to: ReferenceTo;
  readonly id: number;
  readonly site: string | null;
}

/** A node without children. Line feeds in `text` and `code` are line breaks. Addresses are checked (links.ts). */
export type Leaf =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'smiley'; readonly code: string; readonly stem: string }
  | { readonly kind: 'image'; readonly address: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'rule' }
  | { readonly kind: 'siteName'; readonly site: 'tmx' | 'mx' }
  | { readonly kind: 'video'; readonly youtubeId: string }
  | Reference;

/** Wraps other nodes. `tint` is three hex digits, `size` 1 to 7, `marker` null for bullets. */
export type Wrapping =
  | { readonly kind: 'bold' | 'italic' | 'underline' | 'strike' | 'item' }
  | { readonly kind: 'link'; readonly href: string }
  | { readonly kind: 'quote'; readonly author: string | null }
  | { readonly kind: 'list'; readonly marker: '1' | 'a' | 'A' | 'i' | 'I' | null }
  | { readonly kind: 'align'; readonly side: 'left' | 'center' | 'right' }
  | { readonly kind: 'colour'; readonly tint: string }
  | { readonly kind: 'size'; readonly size: number }
  | { readonly kind: 'spoiler'; readonly title: string | null };

/** A node with children, in order. */
export type Branch = Wrapping & { readonly children: readonly MessageNode[] };

/** One node of a parsed message. */
export type MessageNode = Leaf | Branch;

/** True for nodes with children. */
function isBranch(node: MessageNode): node is Branch {
  return 'children' in node;
}

/** Called by `walk`: for every node on the way in, for branches again on the way out. */
export interface Visitor {
  enter(node: MessageNode): void;
  leave(node: Branch): void;
}

/** Visits a tree in reading order without recursion, so any depth is safe. */
export function walk(nodes: readonly MessageNode[], visitor: Visitor): void {
  const open: { nodes: readonly MessageNode[]; at: number; owner: Branch | null }[] = [
    { nodes, at: 0, owner: null },
  ];
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const node = top.nodes[top.at++];
    if (node === undefined) {
      open.pop();
      if (top.owner) visitor.leave(top.owner);
      continue;
    }
    visitor.enter(node);
    if (isBranch(node)) open.push({ nodes: node.children, at: 0, owner: node });
  }
}
