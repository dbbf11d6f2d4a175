import { join } from 'node:path';
import { type EmbeddedServer, startEmbedded } from './embedded.ts';

export interface ServerChoice {
  /** null: the embedded server in dataDir */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly log?: { info(message: string): void };
  /** rights that tests and benchmarks need (embedded.ts) */
  readonly forTools?: boolean;
}

/** The server of this installation: the operator's own, or the embedded one. `stop` ends only what was started here. */
export async function postgresServer({
  databaseUrl,
  dataDir,
  log,
  forTools,
}: ServerChoice): Promise<EmbeddedServer> {
  if (databaseUrl !== null) return { url: databaseUrl, stop: async () => {} };
  return startEmbedded({
    dataDir: join(dataDir, 'postgres'),
    ...(log ? { log } : {}),
    ...(forTools ? { forTools } : {}),
  });
}
