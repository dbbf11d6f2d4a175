import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Backoff } from '#platform/backoff.ts';
import { Problem } from '#platform/http/problem.ts';
import type { ShownAs } from '../blob-store.ts';
import type { S3Address } from './address.ts';

/** What is stored under a name. */
interface Content {
  readonly sizeBytes: number;
  /** in hex; the store refuses other bytes */
  readonly sha256: string;
  /** called again for each attempt */
  read(): Readable;
}

interface Sent {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly content?: Content;
}

const attempts = 4;
/** A store that sends or takes nothing for so long has lost the connection. */
const silenceMs = 15_000;
const connections = 32;
/** How long a signed address can be used: long enough to follow it and to continue a download that broke off at once. */
const signedSeconds = 60;
/** The most that a store lists at once. */
const pageSize = 1000;

/**
 * Objects of one bucket, below the prefix of its address. What fails for a moment is tried again; a store that does not answer is a
 * Problem 503, and a refusal an Error with its reason.
 */
export class S3Client {
  readonly #address: S3Address;
  readonly #agent: http.Agent;

  constructor(address: S3Address) {
    this.#address = address;
    const { Agent } = address.origin.startsWith('https:') ? https : http;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Closes the connections that nothing uses. */
  close(): void {
    this.#agent.destroy();
  }

  /** Rejects unless the bucket is there and may be read. */
  async reach(): Promise<void> {
    await this.#ended(await this.#send('HEAD', null));
  }

  /** The size of an object in bytes, or null if there is none. */
  async size(name: string): Promise<number | null> {
    const reply = await this.#send('HEAD', name);
    await this.#ended(reply);
    return reply.statusCode === 404 ? null : Number(reply.headers['content-length']);
  }

  /** Stores an object, or replaces it: all of it, or nothing. */
  async put(name: string, content: Content): Promise<void> {
    await this.#ended(await this.#send('PUT', name, { content }));
  }

  /**
   * An address at which anybody may read an object for a minute, on the origin at which visitors reach the store. The store sends these
   * headers with it.
   */
  async signed(name: string, origin: string, { type, disposition }: ShownAs): Promise<string> {
    const url = new URL(this.#pathOf(name), origin);
    url.searchParams.set('X-Amz-Expires', String(signedSeconds));
    url.searchParams.set('response-content-type', type);
    url.searchParams.set('response-content-disposition', disposition);
    url.searchParams.set('response-cache-control', 'private, no-store');
    const signed = await this.#signer({ method: 'GET', url: url.href, signQuery: true }).sign();
    return signed.url.href.replaceAll('+', '%20'); // not every store reads + as a space
  }

  /** Removes an object, if there is one. */
  async remove(name: string): Promise<void> {
    await this.#ended(await this.#send('DELETE', name));
  }

  /**
   * The bytes from `start` to `end`, both inclusive. Requested by the first read. A connection that breaks off is continued from where it
   * ended, as long as each brings something; rejects if there is no such object.
   */
  async *get(name: string, { start, end }: { start: number; end: number }): AsyncGenerator<Buffer, void> {
    for (let at = start; at <= end; ) {
      const from = at;
      const reply = await this.#send('GET', name, { headers: { range: `bytes=${from}-${end}` } });
      if (reply.statusCode !== 206 && !(reply.statusCode === 200 && from === 0)) {
        await this.#ended(reply);
        throw new Error(`The object store has no ${name}.`);
      }
      try {
        for await (const chunk of reply as AsyncIterable<Buffer>) {
          at += chunk.length;
          if (at > end + 1) throw new Error(`${name} is longer than the object store said.`);
          yield chunk;
        }
      } catch (error) {
        if (at === from || at > end + 1) throw error;
      } finally {
        reply.destroy();
      }
      if (at === from) throw new Error(`${name} ends at ${at} instead of ${end + 1}.`);
    }
  }

  /** The names of all objects below the prefix that begin with `start`, in order, and when each was stored. */
  async *list(start = ''): AsyncGenerator<{ name: string; storedAt: Date }, void> {
    const { prefix } = this.#address;
    const query = { 'list-type': '2', prefix: `${prefix}${start}`, 'max-keys': String(pageSize) };
    for (let after = ''; ; ) {
      const reply = await this.#send('GET', null, {
        query: { ...query, ...(after && { 'start-after': after }) },
      });
      const page = await text(reply);
      let last = '';
      for (const object of page.split('<Contents>').slice(1)) {
        last = inside(object, 'Key');
        yield { name: last.slice(prefix.length), storedAt: new Date(inside(object, 'LastModified')) };
      }
      if (inside(page, 'IsTruncated') !== 'true' || last === '') return;
      after = last;
    }
  }

  /** The answer to a request, unless it is a failure: 2xx, or 404 for an object. */
  async #send(method: string, name: string | null, sent: Sent = {}): Promise<IncomingMessage> {
    const backoff = new Backoff();
    let failure: unknown;
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      if (attempt > 1) await pause(backoff.next());
      try {
        const reply = await this.#attempt(method, name, sent);
        const { statusCode = 0 } = reply;
        if (statusCode < 300 || (statusCode === 404 && name !== null && method !== 'PUT')) return reply;
        const reason = inside(await text(reply), 'Code');
        failure = new Error(
          `The object store answered ${method} ${name ?? 'bucket'} with ${statusCode} ${reason}`.trim(),
        );
        if (statusCode < 500 && statusCode !== 429) throw new RefusedByStore(failure);
      } catch (error) {
        if (error instanceof RefusedByStore) throw error.cause;
        failure = error;
      }
    }
    throw Object.assign(
      new Problem(503, 'The stored files cannot be reached at the moment. Try again in a minute.', {
        retryAfterSeconds: 60,
      }),
      { cause: failure },
    );
  }

  async #attempt(method: string, name: string | null, { query, headers, content }: Sent) {
    const url = new URL(this.#pathOf(name), this.#address.origin);
    for (const [key, value] of Object.entries(query ?? {})) url.searchParams.set(key, value);
    const sums = content && {
      'content-length': String(content.sizeBytes),
      'x-amz-content-sha256': content.sha256,
    };
    const signed = await this.#signer({ method, url: url.href, headers: { ...headers, ...sums } }).sign();
    const { request } = url.protocol === 'https:' ? https : http;
    const outgoing = request(url, {
      method,
      agent: this.#agent,
      headers: { ...Object.fromEntries(signed.headers), ...sums },
    });
    outgoing.setTimeout(silenceMs, () => outgoing.destroy(new Error('The object store is silent.')));
    const reply = new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.on('response', resolve);
      outgoing.on('error', reject);
    });
    // an error of the content ends the request with it
    if (content) pipeline(content.read(), outgoing).catch(() => undefined);
    else outgoing.end();
    return reply;
  }

  #pathOf(name: string | null): string {
    const { bucket, prefix } = this.#address;
    return name === null ? `/${bucket}` : `/${bucket}/${prefix}${name}`;
  }

  #signer(request: { method: string; url: string; headers?: Record<string, string>; signQuery?: boolean }) {
    const { region, accessKeyId, secretAccessKey } = this.#address;
    return new AwsV4Signer({ ...request, service: 's3', region, accessKeyId, secretAccessKey });
  }

  /** Reads the rest of an answer, so that its connection can be used again. */
  async #ended(reply: IncomingMessage): Promise<void> {
    await text(reply);
  }
}

/** A refusal that another attempt would not change. */
class RefusedByStore extends Error {
  constructor(cause: unknown) {
    super('refused', { cause });
  }
}

/** The text of the first element with this name; names of objects and dates contain nothing that is escaped. */
function inside(xml: string, element: string): string {
  const start = xml.indexOf(`<${element}>`);
  const end = xml.indexOf(`</${element}>`, start);
  return start < 0 || end < 0 ? '' : xml.slice(start + element.length + 2, end);
}
