import { connect, type Socket } from 'node:net';

/** A response as it was received: its body is still compressed. */
export interface WireAnswer {
  readonly status: number;
  /** status line and headers, in lower case */
  readonly head: string;
  readonly body: Buffer;
  readonly ms: number;
}

export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request that takes longer counts as lost. */
const patienceMs = 60_000;

/**
 * One connection that stays open and sends one request at a time. A plain socket instead of node:http, because a client as
 * expensive as the server would hide half of every difference.
 */
export class Wire {
  readonly #port: number;
  #socket: Socket | null = null;
  #received: (chunk: Buffer) => void = () => {};
  #failed: (error: Error) => void = () => {};

  constructor(port: number) {
    this.#port = port;
  }

  /** Sends a request and resolves with the complete response. Rejects if the connection breaks. */
  async ask(request: WireRequest): Promise<WireAnswer> {
    const socket = this.#socket ?? (await this.#open());
    const text = requestText(request);
    const began = performance.now();
    const response = new ResponseReader();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(
      () => socket.destroy(new Error(`No response within ${patienceMs} ms.`)),
      patienceMs,
    );
    this.#failed = reject;
    this.#received = (chunk) => {
      try {
        if (response.take(chunk)) resolve();
      } catch (error) {
        socket.destroy(error instanceof Error ? error : new Error(String(error)));
      }
    };
    socket.write(text);
    await promise.finally(() => clearTimeout(timer));
    const { status, head, body } = response;
    if (/\r\nconnection: close/.test(head)) this.close();
    return { status, head, body: body(), ms: performance.now() - began };
  }

  close(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.destroy();
  }

  #open(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
      this.#failed = reject;
      socket.once('connect', () => resolve(socket));
      socket.on('data', (chunk: Buffer) => this.#received(chunk));
      // a socket that was given up concerns no later request
      const fail = (error: Error) => {
        if (this.#socket === socket) this.#failed(error);
      };
      socket.on('error', fail);
      socket.on('close', () => {
        fail(new Error('The server closed the connection.'));
        if (this.#socket === socket) this.#socket = null;
      });
      this.#socket = socket;
    });
  }
}

export function requestText({ method, path, headers, body }: WireRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body ?? ''}`;
}

/** Reads one response whose length is stated, as all measured ones are. */
export class ResponseReader {
  head = '';
  #missing = -1;
  readonly #chunks: Buffer[] = [];

  get status(): number {
    return Number(/^http\/1\.\d (\d{3})/.exec(this.head)?.[1] ?? 0);
  }

  readonly body = (): Buffer => Buffer.concat(this.#chunks);

  /** Takes the next bytes; returns whether the response is complete. */
  take(chunk: Buffer): boolean {
    let rest = chunk;
    if (this.#missing < 0) {
      const all = Buffer.concat([...this.#chunks.splice(0), chunk]);
      const cut = all.indexOf('\r\n\r\n');
      if (cut < 0) {
        this.#chunks.push(all);
        return false;
      }
      this.head = all.toString('latin1', 0, cut).toLowerCase();
      const length = /\r\ncontent-length: (\d+)/.exec(this.head)?.[1];
      if (length === undefined && this.status !== 304 && this.status !== 204)
        throw new Error('The response has no content-length.');
      this.#missing = Number(length ?? 0);
      rest = all.subarray(cut + 4);
    }
    this.#chunks.push(rest);
    this.#missing -= rest.length;
    return this.#missing <= 0;
  }
}
