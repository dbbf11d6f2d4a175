import rangeParser from 'range-parser';
import { isKnown } from '#platform/http/tagged.ts';
import type { HttpRequest, Reply } from '#platform/http/types.ts';
import type { StoredBlob } from './blob-store.ts';

export interface Served {
  blob: StoredBlob;
  /** the content's hash: equal tags mean equal bytes */
  sha256: string;
  /** null: only the tag distinguishes versions */
  modifiedAt: Date | null;
  headers: Readonly<Record<string, string>>;
}

/**
 * Replies with a stored file: whole, in part (Range), or not at all (If-None-Match). For several ranges in one request
 * the whole file is sent, which RFC 9110 §14.2 allows.
 */
export function fileReply(request: Pick<HttpRequest, 'method' | 'headers'>, served: Served): Reply {
  const { blob, sha256, modifiedAt } = served;
  const etag = `"${sha256}"`;
  const dated: Record<string, string> = modifiedAt ? { 'last-modified': modifiedAt.toUTCString() } : {};
  const headers = { ...served.headers, etag, ...dated, 'accept-ranges': 'bytes' };
  if (isUnchanged(request, etag, modifiedAt)) return { status: 304, headers };
  const range = requestedRange(request, blob.sizeBytes, [etag, ...Object.values(dated)]);
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${blob.sizeBytes}` } };
  }
  if (!range) {
    return {
      status: 200,
      headers: { ...headers, 'content-length': String(blob.sizeBytes) },
      body: blob.stream(),
    };
  }
  return {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(range.end - range.start + 1),
      'content-range': `bytes ${range.start}-${range.end}/${blob.sizeBytes}`,
    },
    body: blob.stream(range),
  };
}

/** If-None-Match takes precedence; If-Modified-Since counts only without it (RFC 9110 §13.2.2). */
function isUnchanged(
  { headers }: Pick<HttpRequest, 'headers'>,
  etag: string,
  modifiedAt: Date | null,
): boolean {
  const noneMatch = headers['if-none-match'];
  if (noneMatch !== undefined) return isKnown(noneMatch, etag);
  if (!modifiedAt) return false;
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Math.floor(modifiedAt.getTime() / 1000) * 1000 <= since;
}

function requestedRange(
  { method, headers }: Pick<HttpRequest, 'method' | 'headers'>,
  sizeBytes: number,
  validators: readonly string[],
): { start: number; end: number } | 'unsatisfiable' | null {
  const { range, 'if-range': ifRange } = headers;
  if (!range || method !== 'GET') return null;
  // a part is useful only to a client that has the rest of the same bytes
  if (typeof ifRange === 'string' && !validators.includes(ifRange.trim())) return null;
  // an end longer than the file is all of it (RFC 9110 §14.1.2); the parser calls it unsatisfiable
  const ofEnd = /^bytes=-(\d+)$/.exec(range);
  if (ofEnd && Number(ofEnd[1]) > sizeBytes && sizeBytes > 0) return { start: 0, end: sizeBytes - 1 };
  const ranges = rangeParser(sizeBytes, range);
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0] ?? null;
}
