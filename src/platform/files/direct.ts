import { Readable } from 'node:stream';
import type { HttpRequest, Reply } from '#platform/http/types.ts';
import { fileReply, type Served } from './serve.ts';

/**
 * Replies with a file for a person or a program to save: from the object store itself, if visitors can reach it, otherwise like
 * `fileReply`. Scripts of pages always get it from us, because a page may only connect to its own site.
 */
export async function downloadReply(
  request: Pick<HttpRequest, 'method' | 'headers'>,
  served: Served,
): Promise<Reply> {
  const reply = fileReply(request, served);
  const { 'content-type': type = '', 'content-disposition': disposition = '' } = served.headers;
  if (request.method !== 'GET' || !(reply.body instanceof Readable)) return reply;
  if (!served.blob.direct || isOfScript(request)) return reply;
  reply.body.destroy();
  const location = await served.blob.direct({ type, disposition });
  return { status: 302, headers: { location, 'cache-control': 'private, no-store' } };
}

/** Browsers say how they request something; other programs do not. */
const isOfScript = ({ headers }: Pick<HttpRequest, 'headers'>): boolean =>
  !['navigate', undefined].includes(headers['sec-fetch-mode']?.toString());
