import { hash } from 'node:crypto';
import { varies } from './compress.ts';
import type { HttpRequest, Reply } from './types.ts';

const type = 'application/json; charset=utf-8';

/**
 * JSON with an ETag computed from its bytes; 304 without a body for a client that already has it. The tag is weak,
 * because the same bytes may be sent in several compressed forms. `caching` is the Cache-Control of both answers.
 */
export function taggedJson(request: Pick<HttpRequest, 'headers'>, body: string, caching: string): Reply {
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  const headers = { etag, 'cache-control': caching };
  if (isKnown(request.headers['if-none-match'], etag)) {
    // the header that the full answer would have; without a body it must be set here
    return { status: 304, headers: varies(body, type) ? { ...headers, vary: 'accept-encoding' } : headers };
  }
  return { status: 200, headers: { ...headers, 'content-type': type }, body };
}

/** Whether one of the tags in an If-None-Match header is this one; tags are compared weakly. */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.split(',').some((tag) => tag.trim() === '*' || bare(tag) === bare(etag));
}
