import { connect } from 'node:net';
import { z } from 'zod';

const Task = z.object({
  /** loopback only */
  port: z.number().int(),
  host: z.string(),
  path: z.string(),
  acceptEncoding: z.string(),
  connections: z.number().int().min(1).max(64),
  seconds: z.number().positive().max(30),
});
export type LoadTask = z.infer<typeof Task>;

export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** bytes of one response body: both sides must send the same */
  readonly bodyBytes: number;
}

/**
 * Keeps `connections` sockets busy with one request at a time each. Plain sockets instead of node:http, because a client as
 * expensive as the server would hide half of every difference.
 */
async function load(task: LoadTask): Promise<LoadResult> {
  const times: number[] = [];
  const bodies = new Set<number>();
  const end = performance.now() + task.seconds * 1000;
  const began = performance.now();
  await Promise.all(Array.from({ length: task.connections }, () => sendRequests(task, end, times, bodies)));
  const seconds = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  if (bodies.size !== 1) throw new Error(`Responses differ in length: ${[...bodies].join(', ')}.`);
  return {
    perSecond: times.length / seconds,
    p50Ms: times[Math.floor(times.length / 2)] ?? 0,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
    bodyBytes: [...bodies][0] ?? 0,
  };
}

function sendRequests(task: LoadTask, end: number, times: number[], bodies: Set<number>): Promise<void> {
  const request = Buffer.from(
    `GET ${task.path} HTTP/1.1\r\nHost: ${task.host}\r\nAccept: */*\r\n${task.acceptEncoding ? `Accept-Encoding: ${task.acceptEncoding}\r\n` : ''}\r\n`,
  );
  return new Promise((resolve, reject) => {
    const socket = connect(task.port, '127.0.0.1');
    let sentAt = 0;
    let missing = 0;
    let head = '';
    const ask = () => {
      sentAt = performance.now();
      head = '';
      missing = -1;
      socket.write(request);
    };
    const take = (chunk: Buffer) => {
      if (missing < 0) {
        head += chunk.toString('latin1');
        const cut = head.indexOf('\r\n\r\n');
        if (cut < 0) return;
        if (!head.startsWith('HTTP/1.1 200')) throw new Error(head.slice(0, head.indexOf('\r\n')));
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
        if (Number.isNaN(length)) throw new Error('The response has no content-length.');
        bodies.add(length);
        missing = length - (head.length - cut - 4);
      } else {
        missing -= chunk.length;
      }
      if (missing > 0) return;
      times.push(performance.now() - sentAt);
      if (performance.now() < end) ask();
      else socket.end();
    };
    socket.on('connect', ask);
    socket.on('data', (chunk: Buffer) => {
      try {
        take(chunk);
      } catch (error) {
        socket.destroy();
        reject(error);
      }
    });
    socket.on('error', reject);
    socket.on('close', () => (performance.now() < end ? reject(new Error('The server closed.')) : resolve()));
  });
}

if (import.meta.main) {
  console.log(JSON.stringify(await load(Task.parse(JSON.parse(process.argv[2] ?? '')))));
}
