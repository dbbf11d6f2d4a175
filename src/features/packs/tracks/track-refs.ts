import { rowIdIn } from '#lib/codes/ids.ts';

/** A track as entered: its number, its UId or an address; null: none of these. */
export interface TrackRef {
  readonly input: string;
  readonly ref: { readonly trackId: number; readonly host: string | null } | { readonly uid: string } | null;
}

const maxReferenceLength = 300;
const separators = /[\s,;]+/;
const page = /^\/(?:trackshow|trackgbx|trackplay|trackimage|trackreplayshow)\/([1-9]\d{0,9})(?:\/|$)/i;
const uidShape = /^[A-Za-z0-9_-]{10,40}$/;

/** Splits a text into the tracks that it names. */
export const trackRefs = (text: string): TrackRef[] =>
  text
    .split(separators)
    .filter((part) => part !== '')
    .map((part) => ({ input: part.slice(0, maxReferenceLength), ref: refIn(part) }));

function refIn(part: string): TrackRef['ref'] {
  if (part.length > maxReferenceLength) return null;
  const trackId = rowIdIn(part.replace(/^#/, ''));
  if (trackId !== null) return { trackId, host: null };
  if (/[/.]/.test(part)) return addressIn(part);
  return uidShape.test(part) && !/^\d+$/.test(part) ? { uid: part } : null;
}

/** A page of a track: with or without a scheme, or only its path; also `?action=trackshow&id=5`, as on the old site. */
function addressIn(part: string): TrackRef['ref'] {
  const isPath = part.startsWith('/');
  const url = URL.parse(
    isPath || /^https?:\/\//i.test(part) ? part : `http://${part}`,
    'http://site.invalid',
  );
  if (!url) return null;
  const named =
    page.exec(url.pathname)?.[1] ?? (url.searchParams.has('action') ? url.searchParams.get('id') : null);
  const trackId = rowIdIn(named);
  return trackId === null ? null : { trackId, host: isPath ? null : url.hostname };
}
