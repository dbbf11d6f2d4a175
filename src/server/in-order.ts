import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait for earlier ones of their connection; a connection with more is closed. */
export const maxPipelined = 100;

/**
 * Handles the requests of a connection one after the other. Their responses are sent in order anyway, so a client that sends the
 * next requests without waiting gains nothing, and cannot start all of them at once.
 */
export function inOrder<Response extends ServerResponse>(
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
