import { EventEmitter } from 'node:events';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Reply } from '#platform/http/types.ts';

/**
 * Receives what Astro renders in place of the response, so that a page is a Reply like any other: its status can still change,
 * it is compressed and has a length, and a failure during rendering never reaches the client.
 */
export class PageCapture extends EventEmitter {
  readonly req: IncomingMessage;
  statusMessage = '';
  statusCode = 200;
  headersSent = false;
  #headers: NonNullable<Reply['headers']> = {};
  readonly #chunks: Uint8Array[] = [];

  constructor(message: IncomingMessage) {
    super();
    this.req = message;
  }

  writeHead(status: number, headers: OutgoingHttpHeaders = {}): this {
    this.statusCode = status;
    this.headersSent = true;
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined)
        this.#headers[name.toLowerCase()] = typeof value === 'number' ? `${value}` : value;
    }
    return this;
  }

  write(chunk: string | Uint8Array): boolean {
    this.#chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    return true;
  }

  end(chunk?: string | Uint8Array): this {
    if (chunk !== undefined) this.write(chunk);
    this.emit('finish');
    this.emit('close');
    return this;
  }

  destroy(error?: Error): void {
    this.statusCode = 500;
    if (error) this.emit('failure', error);
    this.emit('close');
  }

  /** The rendered page. Only called for complete pages, after Astro's promise has resolved. */
  reply(): Reply {
    const headers = { ...this.#headers };
    if (headers['content-type'] === 'text/html') headers['content-type'] = 'text/html; charset=utf-8';
    return { status: this.statusCode, headers, body: Buffer.concat(this.#chunks) };
  }
}
