import { hash } from 'node:crypto';
import { varies } from './compress.ts';
import type { HttpRequest, Reply } from './types.ts';

const type = 'application/json; charset=utf-8';

/**
 * JSON with a tag made of its bytes; 304 without a body for a client that names the tag it has. The tag is a weak one,
 * for the same bytes may travel packed in several ways. `caching` is the Cache-Control of both answers.
 */
export function taggedJson(request: Pick<HttpRequest, 'headers'>, body: string, caching: string): Reply {
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  const headers = { etag, 'cache-control': caching };
  if (isKnown(request.headers['if-none-match'], etag)) {
    // what the whole answer would say, which no body is left to say
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
