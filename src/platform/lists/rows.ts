import type { Paths, Picked } from '#lib/wire/fields.ts';
import type { ListResponse } from '#lib/wire/list-response.ts';
import type { Ctx } from '#platform/context.ts';
import type { List } from './list.ts';
import { params } from './params.ts';
import { readPage } from './run.ts';

type Value = string | number | undefined;

/** What a page of the site requests from a list: the parameters of its endpoint. */
export interface ListQuery<F extends string> {
  readonly fields: readonly F[];
  readonly [parameter: string]: Value | readonly (string | number)[];
}

/** Parses the rows of `readPage`. `Row` is not checked: the statement builds each row from the requested fields. */
export const parseRows = <Row>(rows: readonly string[]): Row[] => JSON.parse(`[${rows.join(',')}]`) as Row[]; // see above

/** Reads pages of a list as objects, for pages and other features: `export const listUsers = reader(userList)`. */
export const reader =
  <Row>(list: List<Row>) =>
  async <const F extends Paths<Row>>(
    ctx: Ctx,
    query: ListQuery<F>,
  ): Promise<ListResponse<Picked<Row, F>>> => {
    const texts = Object.entries(query).map(([name, value]): [string, Value] => [
      name,
      typeof value === 'object' ? value.join(',') : value,
    ]);
    const { rows, more } = await readPage(ctx, list, params(Object.fromEntries(texts)));
    return { Results: parseRows<Picked<Row, F>>(rows), More: more };
  };
