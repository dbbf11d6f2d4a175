import { idIn } from '#lib/codes/ids.ts';
import { tintOf } from './colours.ts';
import { imageAddress, linkHref, youtubeId } from './links.ts';
import type { Leaf, MessageNode, ReferenceTo, Wrapping } from './tree.ts';

/**
 * What a known tag does. `alone` has no end tag. `verbatim` receives the raw text up to its end and may refuse it
 * (null: shown as typed). `around` wraps what follows; null means that the argument is invalid, and only the tags are
 * removed. `isBlock` tags consume the line break next to them.
 */
export type Tag =
  | { readonly does: 'alone'; readonly isBlock: boolean; make(): Leaf }
  | {
      readonly does: 'verbatim';
      readonly isBlock: boolean;
      make(body: string, argument: string | null): MessageNode | null;
    }
  | { readonly does: 'around'; readonly isBlock: boolean; make(argument: string | null): Wrapping | null };

/** All tags except `[url]`, `[*]` and `[item]`, which the parser handles itself. Names in lower case. */
export const TAGS: ReadonlyMap<string, Tag> = new Map<string, Tag>([
  ['b', around(() => ({ kind: 'bold' }))],
  ['i', around(() => ({ kind: 'italic' }))],
  ['u', around(() => ({ kind: 'underline' }))],
  ['s', around(() => ({ kind: 'strike' }))],
  ['color', around((argument) => wrapTint(argument))],
  ['size', around((argument) => wrapSize(argument))],
  ['quote', block((argument) => ({ kind: 'quote', author: argument?.trim() || null }))],
  ['spoiler', block((argument) => ({ kind: 'spoiler', title: argument?.trim() || null }))],
  ['list', block((argument) => ({ kind: 'list', marker: markerOf(argument) }))],
  ['align', block((argument) => wrapSide(argument))],
  ['center', block(() => ({ kind: 'align', side: 'center' }))],
  ['hr', { does: 'alone', isBlock: true, make: () => ({ kind: 'rule' }) }],
  ['tmx', { does: 'alone', isBlock: false, make: () => ({ kind: 'siteName', site: 'tmx' }) }],
  ['mx', { does: 'alone', isBlock: false, make: () => ({ kind: 'siteName', site: 'mx' }) }],
  ['img', verbatim((body) => image(body))],
  [
    'code',
    {
      does: 'verbatim',
      isBlock: true,
      make: (body) => ({ kind: 'code', text: body.replace(/^\n|\n$/g, '') }),
    },
  ],
  ['youtube', { does: 'verbatim', isBlock: true, make: (body) => video(body) }],
  ['track', verbatim((body, argument) => reference('track', body, argument))],
  ['user', verbatim((body) => reference('user', body, null))],
  ['pack', verbatim((body) => reference('pack', body, null))],
  ['thread', verbatim((body) => reference('thread', body, null))],
]);

/** A `[url]` without argument, whose body is the address. Null if it is not one. */
export function plainLink(body: string): MessageNode | null {
  const text = body.trim();
  const href = text === '' ? null : linkHref(text);
  return href === null ? null : { kind: 'link', href, children: [{ kind: 'text', text }] };
}

function around(make: (argument: string | null) => Wrapping | null): Tag {
  return { does: 'around', isBlock: false, make };
}

function block(make: (argument: string | null) => Wrapping | null): Tag {
  return { does: 'around', isBlock: true, make };
}

function verbatim(make: (body: string, argument: string | null) => MessageNode | null): Tag {
  return { does: 'verbatim', isBlock: false, make };
}

function wrapTint(argument: string | null): Wrapping | null {
  const tint = tintOf(argument ?? '');
  return tint === null ? null : { kind: 'colour', tint };
}

function wrapSize(argument: string | null): Wrapping | null {
  return /^[1-7]$/.test(argument ?? '') ? { kind: 'size', size: Number(argument) } : null;
}

function wrapSide(argument: string | null): Wrapping | null {
  const side = argument?.trim().toLowerCase();
  return side === 'left' || side === 'center' || side === 'right' ? { kind: 'align', side } : null;
}

function markerOf(argument: string | null): '1' | 'a' | 'A' | 'i' | 'I' | null {
  const marker = argument?.trim();
  const known = marker === '1' || marker === 'a' || marker === 'A' || marker === 'i' || marker === 'I';
  return known ? marker : null;
}

function image(body: string): Leaf | null {
  const address = imageAddress(body);
  return address === null ? null : { kind: 'image', address };
}

function video(body: string): Leaf | null {
  const id = youtubeId(body);
  return id === null ? null : { kind: 'video', youtubeId: id };
}

/** A reference must consist of digits; numbers above 2^31 cannot be our ids. */
function reference(to: ReferenceTo, body: string, argument: string | null): Leaf | null {
  const id = idIn(body.trim());
  const site = argument?.trim().toLowerCase() || null;
  if (id === null) return null;
  if (site !== null && !/^[a-z0-9-]{1,20}$/.test(site)) return null;
  return { kind: 'reference', to, id, site };
}
