import type { Machine } from './machines.ts';

/** A part that is lost under load, and comes back. */
export interface Loss {
  readonly name: string;
  /** seconds that it is away */
  readonly seconds: number;
  lose(): Promise<void>;
  return(): Promise<void>;
}

interface Parts {
  readonly applications: {
    readonly machines: readonly Machine[];
    startMachine(machine: Machine): Promise<void>;
  };
  readonly database: {
    readonly machines: readonly Machine[];
    primary(): Promise<Machine>;
    startMachine(machine: Machine): void;
    startEtcd(machine: Machine): void;
  };
  readonly files: { stopNode(node: number): Promise<void>; startNode(node: number): void };
}

/** Longer than Patroni takes to replace a primary server. */
const failoverSeconds = 35;

/** Each part in turn. */
export function lossesOf({ applications, database, files }: Parts): Loss[] {
  const cut = (name: string, seconds: number, find: () => Promise<Machine | undefined>): Loss => {
    let machine: Machine | undefined;
    return {
      name,
      seconds,
      async lose() {
        machine = await find();
        machine?.cutLink();
      },
      return: async () => machine?.restoreLink(),
    };
  };
  const killed = (name: string, seconds: number, find: (primary: Machine) => Machine | undefined): Loss => {
    let machine: Machine | undefined;
    return {
      name,
      seconds,
      async lose() {
        machine = find(await database.primary());
        await machine?.kill();
      },
      return: async () => machine && database.startMachine(machine),
    };
  };
  return [
    ...applications.machines.map((machine) => ({
      name: `${machine.name} is killed`,
      seconds: 15,
      lose: () => machine.kill(),
      return: () => {
        database.startEtcd(machine);
        return applications.startMachine(machine);
      },
    })),
    {
      name: 'a node of the object store is killed',
      seconds: 15,
      lose: () => files.stopNode(2),
      return: async () => files.startNode(2),
    },
    killed('a replica is killed', 20, (primary) => database.machines.find((machine) => machine !== primary)),
    killed('the primary server is killed', failoverSeconds, (primary) => primary),
    cut('the link to app1 is cut', 20, async () => applications.machines[0]),
    cut('the link to the primary server is cut', failoverSeconds, () => database.primary()),
  ];
}
