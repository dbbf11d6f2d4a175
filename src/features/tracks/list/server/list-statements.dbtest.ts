import { expect, test } from 'vitest';
import { compileStatement } from '#platform/lists/compile.ts';
import type { Shape } from '#platform/lists/list.ts';
import { params } from '#platform/lists/params.ts';
import { readRequest } from '#platform/lists/request.ts';
import { runStatement, Statements } from '#platform/lists/statements.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember } from '#testing/tracks.ts';
import { sqlFor, trackList } from './list.ts';

const { db, pool } = await testDb({ max: 1 }); // one connection, whose prepared statements can be read
const ann = await asMember(await testCtx({ db, site: 'tmnf' }));

test('a page of any size is one statement', async () => {
  const { text, values } = sqlFor(ann, { fields: ['TrackId', 'Uploader', 'Authors'], count: 40 });
  expect(text.match(/\$\d+/g)?.length).toBe(values.length);
  expect(text).not.toContain('"description"');
  const one = sqlFor(ann, { fields: ['TrackId', 'Uploader', 'Authors'], count: 1 });
  expect(one.text).toBe(text);
  expect(one.name).toBe(sqlFor(ann, { fields: ['Authors', 'TrackId', 'Uploader'], count: 7 }).name);
});

test('a repeated statement is prepared once, and only its values change', async () => {
  const statements = new Statements(); // those that other tests of this process have prepared count towards the usual limit
  const request = (count: number) =>
    readRequest(
      ann,
      trackList,
      params({ fields: 'TrackId,Mood,Difficulty,Routes,AuthorTime', order1: 1, count }),
    );
  const statementOf = (shape: Shape) =>
    statements.cached(shape.key, () => compileStatement(db, trackList, shape));
  for (let count = 1; count <= 8; count++) {
    const { shape, values } = request(count);
    const { statement, named } = statementOf(shape);
    await runStatement(ann, statement, values, named);
  }
  const { rows } = await pool.query(
    'select generic_plans + custom_plans as runs from pg_prepared_statements where name = $1',
    [statementOf(request(9).shape).statement.name],
  );
  expect(rows).toEqual([{ runs: 5 }]);
});
