import pg from 'pg';
import { poolerMistake } from './pooler.ts';
import { StartError } from './start-lock.ts';

/** The oldest version that all statements work on. */
const oldest = 15;

/** Refuses a server of the operator that cannot work, before anything is changed in it. Throws a StartError with the remedy. */
export async function checkOwnServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'paddock start' });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: number; has_trigrams: boolean; encoding: string }>(
      `select current_setting('server_version_num')::integer / 10000 as version,
        exists (select from pg_available_extensions where name = 'pg_trgm') as has_trigrams,
        current_setting('server_encoding') as encoding`,
    );
    const mistake = rows[0] && mistakeOf(rows[0]);
    if (mistake) throw new StartError(mistake);
  } finally {
    await client.end();
  }
  const pooler = await poolerMistake(url);
  if (pooler) throw new StartError(pooler);
}

function mistakeOf(found: { version: number; has_trigrams: boolean; encoding: string }): string | null {
  const { version, has_trigrams: hasTrigrams, encoding } = found;
  if (version < oldest)
    return `The server of DATABASE_URL is PostgreSQL ${version}. Version ${oldest} or newer is needed.`;
  if (!hasTrigrams)
    return 'The server of DATABASE_URL lacks the extension pg_trgm. Install its contrib package, such as postgresql-contrib.';
  if (encoding !== 'UTF8')
    return `The database of DATABASE_URL has the encoding ${encoding}. Create it with the encoding UTF8.`;
  return null;
}
