import type { ServerResponse } from 'node:http';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { packed, varies } from './compress.ts';
import type { Reply } from './types.ts';

/**
 * Writes a reply. Text is compressed in an encoding that the client accepts. A stream is read at the client's pace and
 * destroyed in every case: when it ends, is not needed (HEAD) or fails, and when the client disconnects before or while
 * it is sent. A client that disconnects is not a failure. Rejects only when a stream fails, after breaking the
 * connection: the status was already sent.
 */
export async function send(response: ServerResponse, reply: Reply, method: string): Promise<void> {
  const { body } = reply;
  if (!(body instanceof Readable)) return sendWhole(response, reply, body, method);
  body.on('error', () => undefined); // nobody else listens for an error after the stream was destroyed
  try {
    if (hasLeft(response)) return;
    writeHead(response, reply);
    if (method === 'HEAD') response.end();
    else await sendStream(response, body);
  } finally {
    body.destroy();
  }
}

async function sendWhole(
  response: ServerResponse,
  reply: Reply,
  body: string | Uint8Array | undefined,
  method: string,
): Promise<void> {
  if (hasLeft(response)) return;
  writeHead(response, reply);
  if (body === undefined) {
    if (reply.status !== 204 && reply.status !== 304) response.setHeader('content-length', 0);
    response.end();
    return;
  }
  const ready = await packFor(response, body);
  response.setHeader('content-length', Buffer.byteLength(ready));
  response.end(method === 'HEAD' ? undefined : ready);
}

function writeHead(response: ServerResponse, { status, headers }: Reply): void {
  setHeaders(response, headers);
  setStatus(response, status);
}

const usualWaitSeconds = 5;

/** Sets the status. Every 503 says when to try again, also a page's, which cannot set headers. */
export function setStatus(response: ServerResponse, status: number): void {
  response.statusCode = status;
  if (status === 503 && !response.hasHeader('retry-after'))
    response.setHeader('retry-after', String(usualWaitSeconds));
}

async function packFor(response: ServerResponse, body: string | Uint8Array): Promise<string | Uint8Array> {
  const type = String(response.getHeader('content-type') ?? '');
  if (!varies(body, type) || response.hasHeader('content-encoding')) return body;
  response.appendHeader('vary', 'accept-encoding');
  const ready = await packed(body, type, response.req.headers['accept-encoding']);
  if (ready.encoding) response.setHeader('content-encoding', ready.encoding);
  return ready.body;
}

/** A reply's cookies are added to those that are already set (a renewed session); its other headers replace theirs. */
export function setHeaders(response: ServerResponse, headers: Reply['headers'] = {}): void {
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'set-cookie') response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
}

async function sendStream(response: ServerResponse, body: Readable): Promise<void> {
  try {
    await pipeline(body, isReusing(body) ? releasing(response, body) : response);
  } catch (error) {
    response.destroy();
    if (!isGone(error)) throw error;
  }
}

/** A stream that reuses the memory of its chunks: `release` is called when a chunk was sent. Readers that do not call it may keep chunks. */
export interface ReusingStream extends Readable {
  release(chunk: Uint8Array): void;
}

const isReusing = (body: Readable): body is ReusingStream => 'release' in body;

/** Writes one chunk at a time to the response, and releases it once the operating system has it. */
function releasing(response: ServerResponse, body: ReusingStream): Writable {
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      response.write(chunk, (error) => {
        body.release(chunk);
        done(error);
      });
    },
    final: (done) => void response.end(done),
  });
  response.once('close', () => {
    if (!response.writableFinished)
      sink.destroy(Object.assign(new Error('The client left.'), { code: 'ECONNRESET' }));
  });
  return sink;
}

/** Whether the client has closed the connection, so that no response can be sent. */
export const hasLeft = (response: ServerResponse): boolean =>
  response.destroyed || response.req.socket.destroyed;

const goneCodes: ReadonlySet<unknown> = new Set([
  'ABORT_ERR',
  'ECANCELED',
  'ECONNABORTED',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_UNABLE_TO_PIPE',
  'ERR_STREAM_WRITE_AFTER_END',
]);

/**
 * An error that a client causes by closing its connection. Lost connections to other servers look the same, so check
 * `hasLeft` as well where such errors may arrive.
 */
export function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && goneCodes.has(error.code);
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

/** Moved: the same page under its usual address. */
export const movedTo = (path: string): Reply => ({
  status: 301,
  headers: { location: path, 'cache-control': 'public, max-age=300' },
});
