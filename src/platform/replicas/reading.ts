import type { CompiledQuery } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import type { Reads } from '#platform/lists/reads.ts';
import { isRead, RedirectedDb } from '#platform/redirected-db.ts';
import type { Replica } from './replica.ts';

/** A request that may read from a replica. */
export interface Reading {
  readonly ctx: Ctx;
  /** whether it has written, to the primary server */
  hasWritten(): boolean;
}

/**
 * The context of a request that reads from a replica; without one, from the primary server. What it writes goes to the primary server,
 * as does everything after its first write, so that it sees what it has written.
 */
export function readingFrom(ctx: Ctx, replica: Replica | null): Reading {
  let hasWritten = false;
  const onTransaction = () => {
    hasWritten = true;
  };
  const result = (own: Partial<Ctx>): Reading => ({ ctx: { ...ctx, ...own }, hasWritten: () => hasWritten });
  const toPrimary = (query: CompiledQuery) => {
    if (!isRead(String(query.sql))) hasWritten = true;
    return ctx.db.executeQuery(query);
  };
  if (!replica) return result({ db: new RedirectedDb(ctx.db, { executeQuery: toPrimary, onTransaction }) });
  const { server } = replica;
  const takes = (text: string) => !hasWritten && replica.takes(text);
  const either = (here: Reads, primary: Reads | undefined): Reads => ({
    run: (work, text) => {
      const elsewhere = () => (primary ? primary.run(work, text) : work(ctx.db));
      return takes(text) ? replica.read(text, () => here.run(work, text), elsewhere) : elsewhere();
    },
  });
  const executeQuery = (query: CompiledQuery) => {
    const text = String(query.sql);
    if (!takes(text)) return toPrimary(query);
    return replica.read(
      text,
      () => server.db.executeQuery(query),
      () => toPrimary(query),
    );
  };
  return result({
    db: new RedirectedDb(ctx.db, { executeQuery, onTransaction }),
    listReads: either(server.listReads, ctx.listReads),
    pageReads: either(server.pageReads, ctx.pageReads ?? ctx.listReads),
    readAt: replica.position,
  });
}
