import { hash } from 'node:crypto';
import { varies } from './compress.ts';
import type { HttpRequest, Reply } from './types.ts';

/** A text with the headers that describe it. */
interface Tagged {
  readonly body: string;
  readonly type: string;
  /** the Cache-Control of both responses */
  readonly caching: string;
  /** of the last change, for clients that compare dates instead of tags */
  readonly modifiedAt?: Date;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A text with an ETag computed from its bytes; 304 without a body for a client that already has it. The tag is weak,
 * because the same bytes may be sent in several compressed forms. It takes precedence over dates (RFC 9110 §13.2.2).
 */
export function taggedReply(request: Pick<HttpRequest, 'headers'>, tagged: Tagged): Reply {
  const { body, type, caching, modifiedAt } = tagged;
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  const headers = {
    ...tagged.headers,
    etag,
    'cache-control': caching,
    ...(modifiedAt && { 'last-modified': modifiedAt.toUTCString() }),
  };
  const noneMatch = request.headers['if-none-match'];
  const isUnchanged = noneMatch === undefined ? isSince(request, modifiedAt) : isKnown(noneMatch, etag);
  if (isUnchanged) {
    // the header that the full response would have; without a body it must be set here
    return { status: 304, headers: varies(body, type) ? { ...headers, vary: 'accept-encoding' } : headers };
  }
  return { status: 200, headers: { ...headers, 'content-type': type }, body };
}

const isSince = ({ headers }: Pick<HttpRequest, 'headers'>, modifiedAt: Date | undefined): boolean =>
  modifiedAt !== undefined &&
  Math.floor(modifiedAt.getTime() / 1000) * 1000 <= Date.parse(headers['if-modified-since'] ?? '');

/** JSON with an ETag; see `taggedReply`. */
export const taggedJson = (request: Pick<HttpRequest, 'headers'>, body: string, caching: string): Reply =>
  taggedReply(request, { body, type: 'application/json; charset=utf-8', caching });

/** Whether one of the tags in an If-None-Match header is this one; tags are compared weakly. */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.split(',').some((tag) => tag.trim() === '*' || bare(tag) === bare(etag));
}
