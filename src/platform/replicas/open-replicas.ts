import { type OpenDb, type OpenDbOptions, openDb } from '#db/client.ts';
import { ListReads, listTimeoutMs } from '#platform/lists/reads.ts';
import { placeOfReplica } from './position.ts';
import type { ReplicaServer } from './replica.ts';

const answersWithinMs = 1000;

/** Opens the connections to a replica: as many as to the primary server. */
export function openReplica(
  url: string,
  poolSize: number,
  options: OpenDbOptions,
): { readonly server: ReplicaServer; close(): Promise<void> } {
  const forLists = Math.max(1, Math.floor(poolSize / 2));
  const opened: OpenDb[] = [];
  const open = (own: OpenDbOptions) => {
    const database = openDb(url, { ...options, connectTimeoutMs: answersWithinMs, ...own });
    opened.push(database);
    return database.db;
  };
  const reads = (own: OpenDbOptions) =>
    new ListReads({
      db: open({ ...own, max: forLists, statementTimeoutMs: listTimeoutMs }),
      connections: forLists,
    });
  const asked = open({ max: 1, statementTimeoutMs: answersWithinMs, applicationName: 'paddock position' });
  return {
    server: {
      name: new URL(url).host,
      db: open({ max: Math.max(1, poolSize - forLists) }),
      listReads: reads({ applicationName: 'paddock lists' }),
      pageReads: reads({ applicationName: 'paddock pages', reusesPlans: true }),
      place: () => placeOfReplica(asked),
    },
    async close() {
      await Promise.all(opened.map(({ close }) => close()));
    },
  };
}
