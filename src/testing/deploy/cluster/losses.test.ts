import { expect, test } from 'vitest';
import { type Loss, lossesOf } from './losses.ts';
import type { Machine } from './machines.ts';

/** Records what is done to machines; `db1` is the primary server until it is lost. */
function watched() {
  const done: string[] = [];
  let primary = 'db1';
  const machine = (name: string) =>
    ({
      name,
      async kill() {
        done.push(`${name} killed`);
        if (name === primary) primary = 'db2';
      },
      cutLink() {
        done.push(`${name} cut off`);
        if (name === primary) primary = 'db2';
      },
      restoreLink: () => done.push(`${name} connected`),
    }) as unknown as Machine; // what losses use of one
  const databases = ['db1', 'db2', 'db3'].map(machine);
  const losses = lossesOf({
    applications: {
      machines: ['app1', 'app2', 'app3'].map(machine),
      startMachine: async ({ name }) => void done.push(`${name} started`),
    },
    database: {
      machines: databases,
      primary: async () => databases.find(({ name }) => name === primary) ?? machine(''),
      startMachine: ({ name }) => done.push(`${name} started`),
      startEtcd: ({ name }) => done.push(`etcd of ${name} started`),
    },
    files: {
      stopNode: async (node) => void done.push(`node ${node} killed`),
      startNode: (node) => done.push(`node ${node} started`),
    },
  });
  return { losses, done };
}

async function suffered({ lose, return: back }: Loss): Promise<void> {
  await lose();
  await back();
}

test.each([
  ['app1 is killed', ['app1 killed', 'etcd of app1 started', 'app1 started']],
  ['app3 is killed', ['app3 killed', 'etcd of app3 started', 'app3 started']],
  ['a node of the object store is killed', ['node 2 killed', 'node 2 started']],
  ['a replica is killed', ['db2 killed', 'db2 started']],
  ['the primary server is killed', ['db1 killed', 'db1 started']],
  ['the link to app1 is cut', ['app1 cut off', 'app1 connected']],
  ['the link to the primary server is cut', ['db1 cut off', 'db1 connected']],
])(
  '%s, and the same part comes back, although another one is the primary server by then',
  async (name, expected) => {
    const { losses, done } = watched();
    const loss = losses.find((each) => each.name === name);
    if (loss) await suffered(loss);
    expect(done).toEqual(expected);
  },
);
