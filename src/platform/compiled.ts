import type { Compilable, CompiledQuery } from 'kysely';
import type { Ctx } from './context.ts';
import { fill } from './lists/statements.ts';

const compiled = new Map<string, CompiledQuery<unknown>>();

/**
 * The rows of a statement that many pages and writes send: it is built once for each edition and `key`, because building it takes longer
 * than sending it. `build` depends on nothing else; what differs between requests is a `slot` in it, with its value in `values`.
 */
export async function readCompiled<Row>(
  ctx: Pick<Ctx, 'db' | 'site'>,
  key: string,
  build: () => Compilable<Row>,
  values: Readonly<Record<string, unknown>>,
): Promise<Row[]> {
  const ofEdition = `${ctx.site.code} ${key}`;
  const statement = compiled.get(ofEdition) ?? build().compile();
  compiled.set(ofEdition, statement);
  const { rows } = await ctx.db.executeQuery({
    ...statement,
    parameters: fill(statement.parameters, values),
  });
  return rows as Row[]; // of the statement with this key
}
