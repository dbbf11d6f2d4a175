import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/** A database connection that can be made to fail. */
export interface DbProxy {
  readonly url: string;
  /** connections stay open, but nothing passes */
  freeze(): void;
  /** ends every connection, including new ones */
  cut(): void;
  /** works again for new connections */
  restore(): void;
  close(): Promise<void>;
}

/** A TCP proxy in front of a database, which simulates failures of network and server. */
export async function startDbProxy(url: string): Promise<DbProxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let state: 'works' | 'frozen' | 'cut' = 'works';
  const server = createServer((near) => {
    keep(near);
    if (state === 'cut') near.destroy();
    if (state !== 'works') return;
    const far = createConnection(Number(target.port), target.hostname);
    keep(far);
    for (const [from, to] of [[near, far] as const, [far, near] as const]) {
      from.on('data', (bytes) => state === 'works' && !to.destroyed && to.write(bytes));
      from.on('close', () => to.destroy());
    }
  });
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const near = new URL(url);
  near.port = String((server.address() as AddressInfo).port); // a TCP server has a port
  return {
    url: near.href,
    freeze() {
      state = 'frozen';
    },
    cut() {
      state = 'cut';
      cutAll();
    },
    restore() {
      state = 'works';
    },
    async close() {
      cutAll();
      server.close();
      await once(server, 'close');
    },
  };
}
