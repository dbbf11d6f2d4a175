import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeLines } from '#platform/lines/jobs.ts';
import { lineOf } from '#platform/lines/lines.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeBoard, makeThread } from '#testing/make-community.ts';
import { makeMember } from '#testing/tracks.ts';
import { acrossSites } from './for-site.ts';
import { migrateDown, migrateUp } from './migrate.ts';

const { db } = await testDb({ statementTimeoutMs: 0 });
const ctx = await testCtx({ db, site: 'tmnf' });
const all = acrossSites(db, 'rows as an older version wrote them');

/** Texts with the lines that an older version made of them. */
const remade = [
  ['[WIP] I drive for [ASD]', 'I drive for', 'unknown tags were removed'],
  ['One [S] of two', 'One of two', 'an unclosed tag was removed'],
  [':D:D', '\u0001:D\u0002:D', 'the second of two smileys was text'],
  [';p:P', '\u0001;p\u0002:P', 'smileys in small letters'],
  ['(:|www.example.com»:)', '(:|www.example.com»\u0001:)\u0002', 'a smiley next to an address was text'],
  ['https://example.com/a;)！', 'https://example.com/a;)！', 'punctuation was part of an address'],
  [':D</script>:lol:', '\u0001:D\u0002:lol:', 'a smiley after a script tag was text'],
] as const;
const untouched = [
  'Nice track',
  'Nice :) track',
  'Very. Nice: track; 1/2',
  'Odd line of a text without codes',
];

test('lines of older texts are made again where tags, smileys or addresses are read in another way, and only there', async () => {
  const { userId } = await makeMember(ctx);
  await makeBoard(ctx, { boardId: 2, title: 'General' });
  const posts = [...remade.map(([text]) => text), ...untouched].map((text) => ({ userId, text }));
  await makeThread(ctx, { boardId: 2, userId, title: 'Old', posts });
  const lines = async () => {
    const { rows } = await sql<{ text: string; line: string | null }>`
      select text, line from forum_post where site = 'tmnf' order by post_id`.execute(all);
    return new Map(rows.map(({ text, line }) => [text, line]));
  };
  for (let name = ''; name !== '0102-lines-show-what-was-typed'; ) [name = ''] = await migrateDown(db);
  for (const [text, line] of remade)
    await sql`update forum_post set line = ${line} where text = ${text}`.execute(all);
  for (const text of untouched)
    await sql`update forum_post set line = ${`stored for: ${text}`} where text = ${text}`.execute(all);
  await migrateUp(db, ctx.sites);

  const after = await lines();
  for (const [text, , why] of remade) expect(after.get(text), why).toBeNull();
  for (const text of untouched) expect(after.get(text)).toBe(`stored for: ${text}`);

  expect(await makeLines(ctx, 'forum_post')).toBe(remade.length);
  const made = await lines();
  for (const [text, line, why] of remade) {
    expect(made.get(text), why).toBe(lineOf('forum_post', text));
    expect(made.get(text), why).not.toBe(line);
  }
}, 120_000);

test('stored search keys have plain quotation marks and dashes afterwards, and others stay', async () => {
  const { userId } = await makeMember(ctx);
  for (let name = ''; name !== '0102-lines-show-what-was-typed'; ) [name = ''] = await migrateDown(db);
  const keys = [
    ['don’t – “stop”', 'don\'t - "stop"'],
    ['plain', 'plain'],
  ];
  for (const [index, [key]] of keys.entries())
    await sql`insert into video (site, video_id, poster_id, title, title_folded, author, link_id, thumbnail, length_s,
        posted_at, published_at)
      values ('tmnf', ${index + 1}, ${userId}, ${key}, ${key}, 'x', ${`link${index}`}, '', 1, now(), now())`.execute(
      all,
    );
  await migrateUp(db, ctx.sites);
  const { rows } = await sql<{ title: string; key: string }>`
    select title, title_folded as key from video where site = 'tmnf' order by video_id`.execute(all);
  expect(rows.map(({ title, key }) => [title, key])).toEqual(keys);
}, 120_000);
