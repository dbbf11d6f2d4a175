import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { guardedResponse, type PreparedResponse } from '#platform/http/guarded-response.ts';
import { customaryName } from '#platform/http/header-names.ts';
import { commonHeaders } from '#platform/http/security-headers.ts';
import { escapedRequest, readAgain } from './unescaped.ts';

/** Requests that may wait for earlier ones of their connection; a connection with more is closed. */
export const maxPipelined = 100;

/**
 * Handles the requests of a connection one after the other. Their responses are sent in order anyway, so a client that sends the
 * next requests without waiting gains nothing, and cannot start all of them at once.
 */
function inOrder<Response extends ServerResponse>(
  handle: (message: IncomingMessage, response: Response) => void,
): (message: IncomingMessage, response: Response) => void {
  const lines = new WeakMap<Socket, (() => void)[]>();
  return (message, response) => {
    const { socket } = message;
    const start = () => {
      response.once('close', () => {
        const next = lines.get(socket)?.shift();
        if (!next) lines.delete(socket);
        else if (!socket.destroyed) next();
      });
      handle(message, response);
    };
    const line = lines.get(socket);
    if (!line) {
      lines.set(socket, []);
      start();
    } else if (line.length < maxPipelined) line.push(start);
    else socket.destroy();
  };
}

const second = 1000;

/** Slow or silent clients are disconnected; a request may take at most 300 s to arrive. */
export const patience = {
  headersTimeout: 15 * second,
  requestTimeout: 300 * second,
  keepAliveTimeout: 20 * second,
  connectionsCheckingInterval: 5 * second,
  maxHeaderSize: 16 * 1024,
};
export const silence = 120 * second;
/** A refused body may still arrive for this long, so that the client reads the response. */
const unwantedBody = 10 * second;

const refusals: Readonly<Record<string, readonly [status: number, sentence: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The header of the request is longer than 16 kB.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
};

/** Creates an HTTP server that survives clients of every kind. */
export function makeHttpServer(
  handle: (message: IncomingMessage, response: PreparedResponse) => void,
  trustProxy = false,
): Server {
  const options = { ...patience, ServerResponse: guardedResponse({ trustProxy }) };
  const handleInOrder = inOrder(handle);
  const server = createServer(options, (message, response) => {
    // a connection may break at any time; its reader or writer gets the error too
    message.on('error', () => undefined);
    response.on('error', () => undefined);
    if (mayHaveBody(message)) response.once('finish', () => dropUnwantedBody(message));
    handleInOrder(message, response);
  });
  server.timeout = silence;
  server.on('clientError', (error: ParseError, socket: Socket) => {
    const request = isFresh(socket) && error.rawPacket ? escapedRequest(error.rawPacket) : null;
    if (request) readAgain(server, socket, request);
    else refuseGarbage(error, socket);
  });
  return server;
}

const mayHaveBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

function dropUnwantedBody(message: IncomingMessage): void {
  if (message.complete) return;
  const timer = setTimeout(() => message.complete || message.socket.destroy(), unwantedBody);
  timer.unref();
  message.once('close', () => clearTimeout(timer));
}

interface ParseError extends NodeJS.ErrnoException {
  /** what was being parsed */
  readonly rawPacket?: Buffer;
}

/** The response that node:http is sending on a connection; its own handler reads this field too. */
const responseOn = (socket: Socket) =>
  (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage ?? null;

const isFresh = (socket: Socket): boolean => socket.writable && responseOn(socket) === null;

/** Responds to what node:http could not parse, with the usual headers. */
function refuseGarbage(error: NodeJS.ErrnoException, socket: Socket): void {
  // a second response must not be mixed into a running one
  if (error.code === 'ECONNRESET' || !socket.writable || responseOn(socket)?.headersSent) {
    socket.destroy();
    return;
  }
  const [status, sentence] = refusals[error.code ?? ''] ?? [400, 'This is not a request of HTTP/1.1.'];
  const text = `${sentence}\n`;
  const headers = {
    ...commonHeaders,
    connection: 'close',
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    date: new Date().toUTCString(),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${customaryName(name)}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`);
}

/** Resolves when the server listens; a port in use becomes a sentence. */
export async function listen(server: Server, port: number, bind: string | null): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    // rejecting again has no effect: once it listens, an error means that no descriptor is left for a new connection, and the
    // server continues with the existing ones
    server.on('error', (error: NodeJS.ErrnoException) => reject(listenError(error, port)));
    server.listen({ port, host: bind ?? undefined }, resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** A mistake of the operator, as a sentence. */
export class ListenError extends Error {}

function listenError(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new ListenError(
      `Port ${port} is in use by another program: stop it, or choose another port, such as PORT=${port + 1}.`,
    );
  }
  if (error.code === 'EACCES') {
    return new ListenError(`Port ${port} may not be used by this user: choose one above 1023 with PORT.`);
  }
  return error;
}

/** The most turns of the event loop in which waiting connections are accepted: under load there is always a next one. */
const acceptingTurns = 100;

/** The kernel resets connections that it has completed and nobody has accepted, so they are accepted before the server is closed. */
async function acceptWaiting(server: Server): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on('connection', count);
  for (let turn = 0, before = -1; turn < acceptingTurns && accepted !== before; turn++) {
    before = accepted;
    await sleep(1);
    await new Promise((resolve) => setImmediate(resolve)); // runs right after new connections
  }
  server.off('connection', count);
}

/**
 * Stops accepting, lets running requests finish for `finishMs`, then closes the rest. With `leavesIdle`, the other end closes
 * connections that are not in use: a proxy may be sending a request on one when it is closed here.
 */
export async function closeGracefully(server: Server, finishMs: number, leavesIdle = false): Promise<void> {
  await acceptWaiting(server);
  // the method of http.Server would close idle connections at once
  const closed = new Promise<void>((resolve) => TcpServer.prototype.close.call(server, () => resolve()));
  if (!leavesIdle) server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), finishMs);
  await closed;
  clearTimeout(timer);
  server.close(); // ends its check of connections
}

/** Fails early with the same sentence, before anything is built or started. */
export async function assertPortFree(port: number, bind: string | null): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  await listen(probe, port, bind);
  await new Promise((resolve) => probe.close(resolve));
}
