import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { compressed, varies } from '#platform/http/compress.ts';
import type { PreparedResponse } from '#platform/http/guarded-response.ts';
import type { Encoding } from '#platform/http/negotiate.ts';
import { commonHeaders, documentHeaders, overHttps } from '#platform/http/security-headers.ts';
import { alternating, bestEncoding } from '#platform/http/static-files.ts';
import { isKnown } from '#platform/http/tagged.ts';

const decompress = promisify(brotliDecompress);

interface Made {
  readonly body: Buffer;
  /** in lower case, without those of every page */
  readonly headers: Readonly<Record<string, string>>;
  readonly isSecure: boolean;
}

/** How much longer a page is as gzip than as Brotli. */
const gzipFactor = 1.2;

/** A page as it is sent: its headers are complete, and its text is stored as Brotli; other forms are made from it when requested. */
export class CachedPage {
  readonly #etag: string;
  /** names and values alternately */
  readonly #headers: readonly string[];
  readonly #forms: Map<Encoding | 'plain', Buffer>;

  private constructor(etag: string, headers: readonly string[], forms: Map<Encoding | 'plain', Buffer>) {
    this.#etag = etag;
    this.#headers = headers;
    this.#forms = forms;
  }

  static async of({ body, headers, isSecure }: Made): Promise<CachedPage> {
    // weak, because the same text is sent in several forms
    const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
    const isCompressed = varies(body, headers['content-type'] ?? '');
    // the length depends on the form that is sent
    const { 'content-length': _, ...own } = headers;
    const all = {
      ...commonHeaders,
      ...documentHeaders,
      ...own,
      etag,
      ...(isCompressed && { vary: 'accept-encoding' }),
    };
    const form = isCompressed ? await compressed(body, 'br') : body;
    return new CachedPage(
      etag,
      alternating(isSecure ? overHttps(all) : all),
      new Map([[isCompressed ? 'br' : 'plain', form]]),
    );
  }

  /** Bytes in memory, approximately, including the gzip form that may be added. */
  get bytes(): number {
    const brotli = this.#forms.get('br');
    return 2000 + (brotli ? brotli.length * (1 + gzipFactor) : (this.#forms.get('plain')?.length ?? 0));
  }

  /** Sends it to GET or HEAD; 304 without a body if the client has it. */
  async send(message: IncomingMessage, response: PreparedResponse, requestId: string): Promise<void> {
    const own = ['X-Request-Id', requestId];
    if (isKnown(message.headers['if-none-match'], this.#etag)) {
      response.writePrepared(304, this.#headers.concat(own));
      response.end();
      return;
    }
    const isStored = this.#forms.has('br');
    const encoding = isStored ? bestEncoding(message.headers['accept-encoding']) : null;
    const form = this.#forms.get(encoding ?? 'plain') ?? (await this.#made(encoding));
    own.push('Content-Length', String(form.length));
    if (encoding) own.push('Content-Encoding', encoding);
    response.writePrepared(200, this.#headers.concat(own));
    if (message.method === 'HEAD') response.end();
    else response.end(form);
  }

  /** Gzip is stored, because browsers request it over http; clients that accept neither are rare. */
  async #made(encoding: Encoding | null): Promise<Buffer> {
    const plain = await decompress(this.#forms.get('br') ?? Buffer.alloc(0));
    if (!encoding) return plain;
    const form = await compressed(plain, encoding);
    this.#forms.set(encoding, form);
    return form;
  }
}
