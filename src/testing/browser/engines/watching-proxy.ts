import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The script that every page loads first. */
const watchPath = '/watched-by-the-test.js';

/**
 * A proxy between a browser and the server: each page loads a script first, which records what goes wrong and, for older browsers,
 * removes features. It can be cut, as if the server were away.
 */
export class WatchingProxy {
  readonly #server = createServer((message, reply) => void this.#pass(message, reply));
  readonly #script: string;
  readonly #port: string;
  readonly #isOlder: boolean;
  /** of its own, because limits per address stay on */
  readonly #address = `10.99.${randomInt(256)}.${randomInt(1, 255)}`;
  isCut = false;

  constructor(port: string, removals: string) {
    this.#port = port;
    this.#script = watchScript(removals);
    this.#isOlder = removals !== '';
  }

  async start(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port; // it listens on a port
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #pass(message: IncomingMessage, reply: ServerResponse): Promise<void> {
    if (this.isCut) return void message.socket.destroy();
    if (message.url === watchPath)
      return void reply.writeHead(200, { 'content-type': 'text/javascript' }).end(this.#script);
    const host = message.headers.host ?? '';
    const sent = request({
      host: '127.0.0.1',
      port: this.#port,
      path: message.url,
      method: message.method,
      headers: {
        ...message.headers,
        'accept-encoding': 'identity',
        'x-forwarded-host': host,
        'x-forwarded-proto': 'http',
        'x-forwarded-for': this.#address,
      },
    });
    message.pipe(sent);
    sent.on('error', () => message.socket.destroy());
    const [answer]: [IncomingMessage] = (await once(sent, 'response')) as [IncomingMessage]; // what this event carries
    const type = answer.headers['content-type'] ?? '';
    const isPage = type.startsWith('text/html');
    if (!isPage && !(this.#isOlder && type.startsWith('text/css'))) {
      reply.writeHead(answer.statusCode ?? 500, answer.headers);
      return void answer.pipe(reply);
    }
    const sentText = (await buffer(answer)).toString();
    const text = this.#isOlder ? withoutNewStyles(sentText) : sentText;
    const page = isPage ? text.replace('<head>', `<head><script src="${watchPath}"></script>`) : text;
    const { 'content-length': _, ...headers } = answer.headers;
    reply.writeHead(answer.statusCode ?? 500, headers).end(page);
  }
}

/** Styles and attributes as a browser without the features reads them. */
const withoutNewStyles = (text: string): string =>
  text
    .replaceAll(':popover-open', ':unknown-here')
    .replaceAll('color-mix(', 'unknown-here(')
    .replaceAll('light-dark(', 'unknown-here(')
    .replaceAll(':has(', ':unknown-here(')
    .replace(' popover hidden', ' hidden');

const watchScript = (removals: string) => `${removals}
window.complaints = [];
addEventListener('error', (event) => complaints.push('error: ' + (event.message || event.target)));
addEventListener('unhandledrejection', ({ reason }) => complaints.push('rejection: ' + reason));
addEventListener('securitypolicyviolation', (event) => complaints.push('policy: ' + event.violatedDirective + ' ' + event.blockedURI));
const report = console.error;
console.error = (...parts) => { complaints.push('console: ' + parts.join(' ')); report.apply(console, parts); };
`;

/** Removes what the oldest supported browsers lack from a current one. */
export const olderBrowser = `
for (const name of ['showPopover', 'hidePopover', 'togglePopover', 'popover', 'ariaPressed', 'ariaLabel', 'ariaHidden', 'ariaExpanded', 'role'])
  for (const type of [Element, HTMLElement]) delete type.prototype[name];
for (const name of ['toReversed', 'toSorted', 'toSpliced', 'with']) delete Array.prototype[name];
for (const name of ['toWellFormed', 'isWellFormed']) delete String.prototype[name];
delete AbortSignal.any;
delete URL.canParse;
delete Object.groupBy;
delete Map.groupBy;
delete Promise.withResolvers;
delete Promise.try;
delete Array.fromAsync;
delete Intl.Segmenter;
delete window.requestIdleCallback;
for (const name of ['union', 'intersection', 'difference', 'isSubsetOf']) delete Set.prototype[name];
for (const name of Object.getOwnPropertyNames(Iterator.prototype)) if (name !== 'constructor') delete Iterator.prototype[name];
const NewFormData = FormData;
window.FormData = class extends NewFormData { constructor(form) { super(form); } };
`;
