const LONGEST_ADDRESS = 2_000;

/** Characters that may follow the host: no spaces, no brackets or quotes that end an address, nothing invisible. */
const REST = String.raw`(?:[/?#][^\s<>"\\^\x60\p{C}]*)?`;
const HOST = String.raw`[\p{L}\p{N}][\p{L}\p{N}\p{M}._-]*(?::\d{1,5})?`;

const WITH_SCHEME = new RegExp(`^https?://${HOST}${REST}$`, 'iu');
const WITH_WWW = new RegExp(`^www\\.${HOST}${REST}$`, 'iu');
/** A host with a short suffix and a slash: `a.eu/` matches; the suffix of `tm.exchange/` is too long. */
const SHORT_HOST = /^[a-z0-9][a-z0-9.-]*\.[a-z]{2,4}(?::\d{1,5})?\//iu;
const SHORT_HOST_WHOLE = new RegExp(`^${HOST}${REST}$`, 'iu');

/**
 * True when the whole text is a full web address: http(s), www, or a host with short suffix plus slash.
 * Addresses with a user name (`http://bank@evil/`) or a one-word host are rejected.
 */
function isWebAddress(text: string): boolean {
  if (text.length > LONGEST_ADDRESS) return false;
  const shaped =
    WITH_SCHEME.test(text) || WITH_WWW.test(text) || (SHORT_HOST.test(text) && SHORT_HOST_WHOLE.test(text));
  const host = text.replace(/^https?:\/\//i, '').split(/[/?#:]/, 1)[0] ?? '';
  return shaped && host.includes('.') && !host.includes('..') && !host.endsWith('.');
}

/** The href of a `[url]`: the address, with `//` in front if it has no scheme, `#` if empty; null if it is not a link. */
export function linkHref(text: string): string | null {
  const address = text.trim();
  if (address === '') return '#';
  if (!isWebAddress(address)) return null;
  return /^https?:/i.test(address) ? address : `//${address}`;
}

/** The address of an `[img]`, with `https://` if it has no scheme; null if it is not a valid image link. */
export function imageAddress(text: string): string | null {
  const address = text.trim();
  if (!isWebAddress(address)) return null;
  return /^https?:/i.test(address) ? address : `https://${address}`;
}

/** The 11-character id of a YouTube video, from the id itself or any usual address of it; null for anything else. */
export function youtubeId(text: string): string | null {
  const address = text.trim();
  if (/^[\w-]{11}$/.test(address)) return address;
  const found =
    /^(?:https?:\/\/)?(?:www\.|m\.)?(?:youtu\.be\/|youtube(?:-nocookie)?\.com\/(?:embed\/|shorts\/|live\/|v\/|watch\?(?:[\w%.=-]+&)*v=))([\w-]{11})(?![\w-])/i.exec(
      address,
    );
  return found?.[1] ?? null;
}

/** A piece of text, or a bare address in it. */
export interface TextPart {
  readonly text: string;
  readonly isAddress: boolean;
}

/**
 * Punctuation other than that of ASCII ends an address, because in Chinese no space follows it; a middle dot is part of Catalan words.
 */
const LETTER = String.raw`[^\s<>"\[\]\\^\x60\p{C}[[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}]--[\x00-\x7f\xb7]]]`;
const HOST_LETTER = String.raw`[${LETTER}--[\/?#]]`;
/** After the host, an address may contain brackets in pairs: `?sort[]=name`. */
const BARE_ADDRESS = new RegExp(
  String.raw`(?<![\p{L}\p{N}_@\/.])(?:https?:\/\/|www\.)${HOST_LETTER}+(?:[\/?#](?:${LETTER}|\[(?!\/)${LETTER}*\])*)?`,
  'giv',
);

/** Splits text at its first `most` bare addresses (`http://…`, `https://…`, `www.…`). Punctuation after them stays text. */
export function splitAddresses(text: string, most = Number.POSITIVE_INFINITY): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  let left = most;
  for (const found of left > 0 ? text.matchAll(BARE_ADDRESS) : []) {
    const address = withoutTail(found[0]);
    if (!isWebAddress(address)) continue;
    if (found.index > from) parts.push({ text: text.slice(from, found.index), isAddress: false });
    parts.push({ text: address, isAddress: true });
    from = found.index + address.length;
    left -= 1;
    if (left === 0) break;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isAddress: false });
  return parts;
}

/** Removes what belongs to the sentence: closing punctuation, and a bracket that was not opened inside the address. */
function withoutTail(found: string): string {
  let unopened = found.split(')').length - found.split('(').length;
  let end = found.length;
  for (; end > 0; end--) {
    const last = found.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened -= 1;
    else if (!/[.,:;!?'*|]/.test(last)) break;
  }
  return found.slice(0, end);
}
