/** The process in which pictures are drawn: started by platform/pictures/pool.ts, and ends with the server. */
import sharp from 'sharp';
import type { ToolLimits, ToolMessage, ToolRequest } from './protocol.ts';
import { sharpTools } from './sharp-tools.ts';

const limits: ToolLimits = JSON.parse(process.argv[2] ?? '{}');
const watchMs = 250;

// every picture is another one, so a cache of operations only takes memory; the lane decides how much runs at the same time
sharp.cache(false);
sharp.concurrency(1);

const tools = sharpTools();
const send = (message: ToolMessage, then?: () => void) => process.send?.(message, undefined, undefined, then);
let running = 0;
let before = process.cpuUsage();

// the server has ended
process.on('disconnect', () => process.exit());
process.on('error', () => process.exit());
process.on('message', async ({ id, tool, args }: ToolRequest) => {
  if (running++ === 0) before = process.cpuUsage();
  try {
    // the arguments were checked by the compiler where they were sent (process.ts)
    const call = tools[tool] as (...given: readonly unknown[]) => Promise<unknown>;
    const result = await call(...args);
    send({ is: 'result', id, result, residentBytes: process.memoryUsage.rss() });
  } catch (error) {
    send({ is: 'failure', id, reason: String(error), residentBytes: process.memoryUsage.rss() });
  }
  running--;
});

/** The threads of libvips do not stop in the middle of a picture, so the process ends. */
setInterval(() => {
  if (running === 0) return;
  send({ is: 'alive' });
  const { user, system } = process.cpuUsage(before);
  if ((user + system) / 1000 > limits.processorMs) end('processor time');
  else if (process.memoryUsage.rss() > limits.residentBytes) end('memory');
}, watchMs);

function end(what: 'processor time' | 'memory'): void {
  send({ is: 'too-costly', what }, () => process.exit());
}
