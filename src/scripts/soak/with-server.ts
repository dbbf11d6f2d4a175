import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SoakServer } from './server.ts';

interface ServerChoice extends Omit<Parameters<typeof SoakServer.start>[0], 'dataDir'> {
  /** a folder that stays; by default a temporary one with the demo community */
  readonly dataDir?: string;
}

/** Starts servers for `work` with one data folder, and afterwards stops them and removes a temporary folder. False if it failed. */
export async function withServers(
  choice: ServerChoice,
  work: (start: () => Promise<SoakServer>) => Promise<boolean>,
): Promise<boolean> {
  const dataDir = choice.dataDir ?? mkdtempSync(join(tmpdir(), 'paddock-soak-'));
  chmodSync(dataDir, 0o755); // started as root, the database runs as another user who needs access
  const servers: SoakServer[] = [];
  const stopAll = () => Promise.all(servers.map((server) => server.stop()));
  const interrupt = () => void stopAll().then(() => process.exit(130));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    return await work(async () => {
      const server = await SoakServer.start({ ...choice, dataDir });
      servers.push(server);
      return server;
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await stopAll();
    if (choice.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The same with one server. */
export const withServer = (
  choice: ServerChoice,
  work: (server: SoakServer) => Promise<boolean>,
): Promise<boolean> => withServers(choice, async (start) => work(await start()));
