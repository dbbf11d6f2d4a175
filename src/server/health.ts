import { sql } from 'kysely';
import type { Services } from '#platform/context.ts';
import { json } from '#platform/http/send.ts';
import type { Endpoint, Reply } from '#platform/http/types.ts';

/** For a load balancer: this process answers and reaches its database. */
export async function healthReply({ db, log }: Pick<Services, 'db' | 'log'>): Promise<Reply> {
  try {
    await sql`select 1`.execute(db);
    return json({ Status: 'ok' });
  } catch (error) {
    log.error({ err: error }, 'the database does not answer');
    return json({ Status: 'no database' }, 503);
  }
}

export const healthEndpoint: Endpoint = { handle: (ctx) => healthReply(ctx) };
