import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import pg from 'pg';
import { z } from 'zod';

const Task = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), file: z.string(), encoding: z.string() }),
  z.object({
    kind: z.literal('query'),
    url: z.string(),
    pool: z.number().int(),
    /** name of the prepared statement; none: unnamed, the default of pg */
    name: z.string().optional(),
    text: z.string(),
    values: z.array(z.unknown()),
  }),
]);
export type FloorTask = z.infer<typeof Task>;

/** The minimum that a Node process needs for the same response: our baseline. */
function floorOf(task: FloorTask): RequestListener {
  if (task.kind === 'file') {
    const bytes = readFileSync(task.file);
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-length': bytes.length,
      ...(task.encoding && { 'content-encoding': task.encoding }),
    };
    return (_, response) => {
      response.writeHead(200, headers);
      response.end(bytes);
    };
  }
  const pool = new pg.Pool({ connectionString: task.url, max: task.pool });
  const { name, text, values } = task;
  return async (_, response) => {
    const { rows } = await pool.query(name === undefined ? { text, values } : { name, text, values });
    const body = JSON.stringify(rows);
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  };
}

if (import.meta.main) {
  const server = createServer(floorOf(Task.parse(JSON.parse(process.argv[2] ?? ''))));
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object') console.log(`http://floor:${address?.port}`);
  });
  process.on('SIGTERM', () => process.exit(0));
}
