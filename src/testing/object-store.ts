import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Address } from '#platform/files/s3/address.ts';

/** A request that the store spoils: returns true if it has answered. */
type Fault = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * A small object store in memory for tests, which answers as S3 does. It compares the hash of what it receives, but no signature: a
 * real store does in `npm run test:deploy`.
 */
export class ObjectStore {
  readonly objects = new Map<string, { bytes: Buffer; storedAt: Date }>();
  /** method and path of each request */
  readonly requests: string[] = [];
  /** applied to each request until it is replaced */
  fault: Fault = () => false;
  /** the most objects that one answer lists */
  pageSize = 2;
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  static async open(): Promise<ObjectStore> {
    const store = new ObjectStore();
    await new Promise<void>((resolve) => store.#server.listen(0, '127.0.0.1', resolve));
    return store;
  }

  /** Of the bucket "paddock", with a folder in it. */
  get address(): S3Address {
    const { port } = this.#server.address() as AddressInfo; // it listens on TCP
    return {
      origin: `http://127.0.0.1:${port}`,
      bucket: 'paddock',
      prefix: 'files/',
      region: 'us-east-1',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    };
  }

  /** The same as an operator writes it. */
  get url(): string {
    const { origin, bucket, prefix, accessKeyId, secretAccessKey } = this.address;
    return `${origin.replace('//', `//${accessKeyId}:${secretAccessKey}@`)}/${bucket}/${prefix}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '/', headers } = request;
    this.requests.push(`${method} ${url}`);
    if (this.fault(request, response)) return;
    const { pathname, searchParams } = new URL(url, 'http://store');
    const failed = (status: number, code: string) =>
      void response.writeHead(status).end(method === 'HEAD' ? '' : `<Error><Code>${code}</Code></Error>`);
    const credential = searchParams.get('X-Amz-Credential') ?? headers.authorization?.split('Credential=')[1];
    if (!credential?.startsWith('key/')) return failed(403, 'AccessDenied');
    const [, bucket, key] = /^\/([^/]+)\/?(.*)$/.exec(pathname) ?? [];
    if (bucket !== 'paddock') return failed(404, 'NoSuchBucket');
    if (!key) return void response.end(method === 'HEAD' ? '' : this.#list(searchParams));
    if (method === 'PUT') {
      const bytes = await buffer(request).catch(() => null);
      if (!bytes) return;
      const sum = createHash('sha256').update(bytes).digest('hex');
      if (headers['x-amz-content-sha256'] !== sum) return failed(400, 'XAmzContentSHA256Mismatch');
      this.objects.set(key, { bytes, storedAt: new Date() });
      return void response.end();
    }
    if (method === 'DELETE') {
      this.objects.delete(key);
      return void response.writeHead(204).end();
    }
    const found = this.objects.get(key);
    if (!found) return failed(404, 'NoSuchKey');
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    const part = start ? found.bytes.subarray(Number(start), Number(end) + 1) : found.bytes;
    const shown = ['content-type', 'content-disposition', 'cache-control'].flatMap((name) => {
      const value = searchParams.get(`response-${name}`);
      return value === null ? [] : [[name, value] as const];
    });
    response.writeHead(start ? 206 : 200, { 'content-length': part.length, ...Object.fromEntries(shown) });
    response.end(method === 'HEAD' ? '' : part);
  }

  #list(query: URLSearchParams): string {
    const [prefix, after] = [query.get('prefix') ?? '', query.get('start-after') ?? ''];
    const names = [...this.objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort();
    const contents = names
      .slice(0, this.pageSize)
      .map(
        (name) =>
          `<Contents><Key>${name}</Key><LastModified>${this.objects.get(name)?.storedAt.toISOString()}</LastModified></Contents>`,
      );
    return `<ListBucketResult><IsTruncated>${names.length > this.pageSize}</IsTruncated>${contents.join('')}</ListBucketResult>`;
  }
}
