import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { factorKeyFile } from '#platform/secrets.ts';
import type { Site } from '#sites/schema.ts';
import { exampleSettings } from '../guide.ts';
import type { DatabaseMachines } from './database.ts';
import type { Machine } from './machines.ts';

const port = 4321;
const databasePort = 5432;
const readyWithinMs = 300_000;

interface Places {
  /** for the data folders, of which each machine has its own */
  readonly folder: string;
  readonly database: DatabaseMachines;
  readonly filesUrl: string;
  /** of the proxy */
  readonly publicPort: number;
  /** the edition that they serve */
  readonly site: Site;
}

/** A process of the site on each of these machines, next to the HAProxy of the guide, which leads to the primary server. */
export class Applications {
  readonly machines: readonly Machine[];
  readonly #places: Places;

  private constructor(machines: readonly Machine[], places: Places) {
    this.machines = machines;
    this.#places = places;
  }

  /** The first one builds and migrates. */
  static async start(machines: readonly Machine[], places: Places): Promise<Applications> {
    const applications = new Applications(machines, places);
    const [first, ...others] = machines;
    if (!first) return applications;
    await mkdir(applications.#dataDir(first));
    await applications.startMachine(first);
    for (const machine of others) {
      await mkdir(applications.#dataDir(machine));
      await copyFile(
        join(applications.#dataDir(first), factorKeyFile),
        join(applications.#dataDir(machine), factorKeyFile),
      );
      await applications.startMachine(machine);
    }
    return applications;
  }

  get upstream(): string[] {
    return this.machines.map(({ address }) => `${address}:${port}`);
  }

  #dataDir({ name }: Machine): string {
    return join(this.#places.folder, `${name}-data`);
  }

  /** Resolves when the process is ready. */
  async startMachine(machine: Machine): Promise<void> {
    const { database, filesUrl, publicPort, site } = this.#places;
    machine.start({ name: 'haproxy', command: await database.proxyCommand(databasePort) });
    machine.start({
      name: 'application',
      command: [process.execPath, 'src/scripts/start.mjs'],
      env: {
        PATH: process.env.PATH,
        ...exampleSettings(),
        PORT: String(port),
        BIND: machine.address,
        DATABASE_URL: database.urlAt(databasePort),
        DATABASE_REPLICA_URL: database.machines.map((each) => database.urlOf(each)).join(' '),
        FILES_URL: filesUrl,
        DATA_DIR: this.#dataDir(machine),
        PUBLIC_PORT: String(publicPort),
        SMTP_URL: '',
        MAIL_FROM: '',
        SITES: site.code,
      },
    });
    for (const end = Date.now() + readyWithinMs; Date.now() < end; await sleep(200))
      if ((await asked(machine, '/readyz')).Status === 'ready') return;
    throw new Error(
      `The process on ${machine.name} was not ready in time: its log is ${machine.log('application')}.`,
    );
  }

  /** What is wrong with a process; none if all of them have everything that they need. */
  async complaints(): Promise<string[]> {
    const reports = await Promise.all(
      this.machines.map(async (machine) => {
        const report = await asked(machine, '/api/health');
        return report.Status === 'ok'
          ? []
          : [`${machine.name}: ${JSON.stringify(report.Parts ?? report.Status)}`];
      }),
    );
    return reports.flat();
  }
}

async function asked({ address }: Machine, path: string): Promise<{ Status: string; Parts?: unknown }> {
  try {
    const answer = await fetch(`http://${address}:${port}${path}`, { signal: AbortSignal.timeout(2000) });
    return (await answer.json()) as { Status: string; Parts?: unknown }; // our own form
  } catch {
    return { Status: 'no answer' };
  }
}
