import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { packed, varies } from './compress.ts';
import type { Reply } from './types.ts';

/**
 * Writes a reply. Text is packed in an encoding the client takes. A stream keeps the client's pace and is destroyed
 * when the client leaves; HEAD gets the headers alone. Rejects only when a stream fails, after breaking the
 * connection: the status is already out.
 */
export async function send(response: ServerResponse, reply: Reply, method: string): Promise<void> {
  const { body } = reply;
  response.statusCode = reply.status;
  setHeaders(response, reply.headers);
  if (body instanceof Readable) return sendStream(response, body, method);
  if (body === undefined) {
    if (reply.status !== 204 && reply.status !== 304) response.setHeader('content-length', 0);
    response.end();
    return;
  }
  const ready = await packFor(response, body);
  response.setHeader('content-length', Buffer.byteLength(ready));
  response.end(method === 'HEAD' ? undefined : ready);
}

async function packFor(response: ServerResponse, body: string | Uint8Array): Promise<string | Uint8Array> {
  const type = String(response.getHeader('content-type') ?? '');
  if (!varies(body, type) || response.hasHeader('content-encoding')) return body;
  response.appendHeader('vary', 'accept-encoding');
  const ready = await packed(body, type, response.req.headers['accept-encoding']);
  if (ready.encoding) response.setHeader('content-encoding', ready.encoding);
  return ready.body;
}

/** A reply's cookies join those that are set already (a renewed session); its other headers replace theirs. */
export function setHeaders(response: ServerResponse, headers: Reply['headers'] = {}): void {
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'set-cookie') response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
}

async function sendStream(response: ServerResponse, body: Readable, method: string): Promise<void> {
  if (method === 'HEAD') {
    body.destroy();
    response.end();
    return;
  }
  try {
    await pipeline(body, response);
  } catch (error) {
    response.destroy();
    if (!isGone(error)) throw error;
  }
}

/** The client closed the connection: nobody is left to tell, and nothing is wrong with the server. */
export function isGone(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'EPIPE';
}

/** A reply of JSON. */
export function json(value: unknown, status = 200, headers: Reply['headers'] = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(value),
  };
}

/** See Other: after a write, so that going back does not write again. */
export function seeOther(path: string, headers: Reply['headers'] = {}): Reply {
  return { status: 303, headers: { location: path, 'cache-control': 'no-store', ...headers } };
}
