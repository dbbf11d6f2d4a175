import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { writers } from '../tables.ts';
import { importCircles } from './circles.ts';
import { maxFileLines } from './length.ts';
import { rooms } from './rooms.ts';
import { complaints } from './rules.ts';
import { readSources, source } from './sources.ts';

const codes = readdirSync('sites', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

test('every file imports only what its room may import', () => {
  const sources = readSources(process.cwd());
  expect(sources.length).toBeGreaterThan(20);
  expect(sources.flatMap((file) => complaints(file, codes))).toEqual([]);
});

test('every dependency names a known room', () => {
  const names = new Set([...rooms.map((room) => room.name), '*']);
  expect(rooms.flatMap((room) => room.may).filter((name) => !names.has(name))).toEqual([]);
});

test('every owner of a table is a folder', () => {
  const folders = Object.values(writers).flat();
  expect(folders).toContain('src/features/tracks/');
  expect(folders.filter((folder) => !existsSync(folder))).toEqual([]);
});

test('every folder of features has a feature.ts with its name, and the app composes it', () => {
  expect(app.features.map(({ name }) => name).sort()).toEqual(readdirSync('src/features').sort());
  for (const { name } of app.features) expect(existsSync(`src/features/${name}/feature.ts`)).toBe(true);
});

test('no files import each other in a circle', () => {
  expect(importCircles(readSources(process.cwd()))).toEqual([]);
});

test('circles are found: of two files, of three, by a type, by a lazy import, of a file with itself', () => {
  const bad = [
    source('src/lib/gbx/a.ts', `import './b.ts';`),
    source('src/lib/gbx/b.ts', `import type { A } from './a.ts';`),
    source('src/lib/gbx/c.ts', `import '#lib/gbx/d.ts';`),
    source('src/lib/gbx/d.ts', `const e = () => import('./e.ts');`),
    source('src/lib/gbx/e.ts', `import './c.ts';\nimport './a.ts';`),
    source('src/lib/gbx/f.ts', `export * from './f.ts';`),
    source('src/lib/gbx/fine.ts', `import './a.ts';\nimport './missing.ts';`),
  ];
  expect(importCircles(bad)).toEqual([
    'src/lib/gbx/a.ts → src/lib/gbx/b.ts → src/lib/gbx/a.ts',
    'src/lib/gbx/c.ts → src/lib/gbx/d.ts → src/lib/gbx/e.ts → src/lib/gbx/c.ts',
    'src/lib/gbx/f.ts → src/lib/gbx/f.ts',
  ]);
});

/** Each rule gets a file that it must refuse: a rule that cannot fail proves nothing. */
const violations: [string, string, string, RegExp][] = [
  [
    'a book reaches the platform',
    'src/lib/bbcode/x.ts',
    `import '#platform/log.ts';`,
    /lib may not import platform/,
  ],
  [
    'pictures are drawn in the threads that read files',
    'src/features/cards/server/x.ts',
    `import sharp from 'sharp';`,
    /x\.ts may not import .*sharp.*; allowed: ctx\.pictures/,
  ],
  [
    'the server loads sharp by way of the tools',
    'src/demo/x.ts',
    `import { sharpTools } from '#platform/pictures/sharp-tools.ts';`,
    /x\.ts may not import .*sharp-tools.*; allowed: ctx\.pictures/,
  ],
  [
    'passwords are hashed in the same threads',
    'src/platform/auth/password.ts',
    `import { hash } from '@node-rs/argon2';`,
    /password\.ts may not import .*argon2.*; allowed/,
  ],
  [
    'a book reaches another book',
    'src/lib/bbcode/x.ts',
    `import '#lib/gbx/read/reader.ts';`,
    /lib may not import lib/,
  ],
  ['a book reaches Node', 'src/lib/bbcode/x.ts', `import 'node:fs';`, /package node:fs; allowed/],
  [
    'the kit reaches a feature',
    'src/ui/B.tsx',
    `import '#features/tracks/model.ts';`,
    /ui may not import features/,
  ],
  [
    'the kit reaches a type of the platform',
    'src/ui/B.tsx',
    `import type { C } from '#platform/context.ts';`,
    /may not/,
  ],
  [
    'a pure file reaches the server',
    'src/features/tracks/x.ts',
    `import './server/list.ts';`,
    /features\/server/,
  ],
  [
    'a pure file reaches Kysely',
    'src/features/tracks/x.ts',
    `import { sql } from 'kysely';`,
    /package kysely/,
  ],
  [
    'an island reaches the server',
    'src/features/tracks/ui/X.island.tsx',
    `import '../server/list.ts';`,
    /may not import/,
  ],
  [
    'a lazy import counts',
    'src/features/tracks/ui/X.tsx',
    `const a = () => import('#db/client.ts');`,
    /may not import db/,
  ],
  [
    'the machinery reaches a feature',
    'src/platform/x.ts',
    `import '#features/tracks/model.ts';`,
    /may not import features/,
  ],
  ['the schema reaches the platform', 'db/x.ts', `import '#platform/log.ts';`, /db may not import platform/],
  [
    'migrating reaches the platform',
    'db/migrate.ts',
    `import '#platform/log.ts';`,
    /db may not import platform/,
  ],
  [
    'the schema reaches the demo',
    'db/x.ts',
    `import { seedDemo } from '#demo/seed-demo.ts';`,
    /db may not import demo/,
  ],
  [
    'a feature reaches the demo',
    'src/features/tracks/server/x.ts',
    `import { makeTrack } from '#demo/make.ts';`,
    /features\/server may not import demo/,
  ],
  [
    'server code lists the editions',
    'src/features/tracks/server/x.ts',
    `import '#sites/all.ts';`,
    /may not import sites/,
  ],
  [
    'a page reaches the database',
    'src/pages/x.astro',
    `---\nimport '#db/client.ts';\n---\n<p/>`,
    /may not import db/,
  ],
  [
    'a page writes SQL',
    'src/pages/x.astro',
    `---\nimport { sql } from 'kysely';\n---\n<p/>`,
    /pages may not import kysely/,
  ],
  [
    'a loader reaches the database',
    'src/pages/x/_load-x.ts',
    `import '#db/client.ts';`,
    /loaders may not import db/,
  ],
  [
    'a loader writes SQL',
    'src/pages/x/_load-x.ts',
    `import { sql } from 'kysely';`,
    /pages may not import kysely/,
  ],
  [
    'a loader places a component',
    'src/pages/x/_load-x.ts',
    `import '#features/tracks/page/ui/TrackHead.astro';`,
    /loaders may not import features\/ui/,
  ],
  [
    'a feature reaches a loader',
    'src/features/tracks/server/x.ts',
    `import '#layouts/lists/load-view.ts';`,
    /features\/server may not import loaders/,
  ],
  [
    'a pure file of a subject reaches its server',
    'src/features/tracks/upload/x.ts',
    `import './server/publish.ts';`,
    /features may not import features\/server/,
  ],
  [
    'a component of a subject reaches the database',
    'src/features/tracks/upload/ui/X.tsx',
    `import '#db/client.ts';`,
    /features\/ui may not import db/,
  ],
  [
    'a private file of a subject is opened from another feature',
    'src/features/packs/edit/server/x.ts',
    `import '#features/tracks/upload/server/publish.ts';`,
    /private to tracks/,
  ],
  [
    'a script in a page counts',
    'src/pages/x.astro',
    `<script>\nimport '#testing/db.ts';\n</script>`,
    /may not import tests/,
  ],
  ['code imports a test tool', 'src/server.ts', `import '#testing/ctx.ts';`, /may not import tests/],
  [
    'a feature imports a higher one',
    'src/features/tracks/x.ts',
    `import '#features/packs/model.ts';`,
    /tracks may not import feature packs/,
  ],
  [
    'a private file is opened',
    'src/features/packs/server/x.ts',
    `import '#features/tracks/list/server/select.ts';`,
    /private to tracks/,
  ],
  [
    'a relative path leaves its room',
    'src/features/tracks/server/x.ts',
    `import '../../../platform/log.ts';`,
    /leaves/,
  ],
  ['a file without a room', 'src/helpers/x.ts', ``, /is in no room/],
  [
    'a stranger writes tracks',
    'src/features/packs/server/x.ts',
    `db.updateTable('track')`,
    /may not write track;/,
  ],
  [
    'a stranger writes by raw SQL',
    'src/platform/x.ts',
    'sql`DELETE FROM account where true`',
    /may not write account;/,
  ],
  [
    'a table without an owner',
    'db/tables/x.ts',
    `export const xTables = {\n  thing: table({ rows: 'shared' }).columns<{ id: number }>(),\n};`,
    /thing has no owner/,
  ],
  [
    'server code reads #site',
    'src/features/tracks/server/x.ts',
    `import { site } from '#site';`,
    /may not import #site/,
  ],
  [
    'a second importer of lucia',
    'src/platform/auth/x.ts',
    `import { Lucia } from 'lucia';`,
    /may not import lucia/,
  ],
  [
    'a page hydrates what is no island',
    'src/pages/x.astro',
    `---\nimport { Pager } from '#ui/Pager.tsx';\n---\n<Pager total={1 > 0 ? 2 : 3} client:visible />`,
    /hydrates Pager/,
  ],
  ['an island outside ui', 'src/features/tracks/X.island.tsx', ``, /islands belong in a ui folder/],
  ['a long file', 'src/server.ts', 'x;\n'.repeat(maxFileLines + 1), /401 lines/],
  ['an address in markup', 'src/ui/B.astro', `<a href="/newsshow/7">News</a>`, /the address \/newsshow/],
  ['an address in code', 'src/features/news/x.ts', 'const a = `/newsshow/7`;', /the address \/newsshow/],
  [
    'an address as a key',
    'src/features/news/x.ts',
    `const a = { 'GET /news.atom': x };`,
    /the address GET \/news/,
  ],
  ['an inline style', 'src/ui/B.tsx', `const b = <p className="a" style={{ top: 1 }} />;`, /inline style/],
  ['a day in ms', 'src/features/tracks/x.ts', `const ageMs = 2 * 86_400_000;`, /contains 86_400_000/],
  ['an hour in ms', 'src/ui/x.ts', `setTimeout(refresh, 3600000);`, /contains 3600000/],
  [
    'a form written by hand',
    'src/pages/x.astro',
    '<form method="post" action="/x"></form>',
    /contains <form/,
  ],
  ['a form for a search', 'src/ui/X.tsx', 'const a = <form action="/x" />;', /contains <form/],
  [
    'a token written by hand',
    'src/features/tracks/ui/X.astro',
    '<Form><input type="hidden" name="__RequestVerificationToken" value={token} /></Form>',
    /contains <input type="hidden" name="__RequestVerificationToken/,
  ],
  [
    'a token handed to an island',
    'src/pages/x.astro',
    '<A client:load token={Astro.locals.token} />',
    /contains <A client:load token=/,
  ],
  [
    'a script that finds elements by itself',
    'src/ui/x.ts',
    `document.querySelector<HTMLElement>('[data-x]')`,
    /contains querySelector;.*src\/ui\/dom\.ts/,
  ],
  [
    'a page whose script does',
    'src/pages/x.astro',
    `<script>\nfor (const x of document.querySelectorAll('p')) x.remove();\n</script>`,
    /contains querySelectorAll/,
  ],
  ['a ref that is searched', 'src/ui/X.tsx', `list.current?.querySelector('b')`, /contains querySelector/],
  ['a cast of what contains it', 'src/ui/x.ts', `row.closest<HTMLElement>('ul')`, /contains \.closest</],
  [
    'a listener for all clicks',
    'src/ui/x.ts',
    `document.addEventListener('click', react);`,
    /contains document\.addEventListener\('click'/,
  ],
  [
    'a listener for all forms',
    'src/ui/x.ts',
    `addEventListener('submit', react);`,
    /contains addEventListener\('submit'/,
  ],
  [
    'a target that is tested',
    'src/ui/x.ts',
    `if (event.target instanceof Element) react();`,
    /contains target instanceof/,
  ],
  ['the largest id', 'src/lib/wire/x.ts', `z.int().max(2_147_483_647)`, /contains 2_147_483_647/],
  [
    'code asks who an edition is',
    'src/features/tracks/model.ts',
    `const a = code === 'alpha';`,
    /names the edition/,
  ],
];

test.each(violations)('%s: refused', (_, path, text, expected) => {
  const found = complaints(source(path, text), ['alpha', 'beta']);
  expect(found.join('\n')).toMatch(expected);
});

test('the passkeys of the sign-in window bring no script of other pages', () => {
  const sources = new Map(readSources(process.cwd()).map((file) => [file.path, file]));
  const reached = new Set(['src/features/accounts/second-step/ui/passkeys.ts']);
  for (const path of reached)
    for (const { target } of sources.get(path)?.imports ?? []) if (target) reached.add(target);
  expect([...reached]).toContain('src/ui/api.ts');
  expect([...reached]).not.toContain('src/ui/dom.ts');
});

test('what is allowed passes', () => {
  const fine = [
    source(
      'src/features/tracks/server/repo.ts',
      `import { roomy } from '../model.ts';\ndb.insertInto('track')`,
    ),
    source('src/features/packs/ui/X.island.tsx', `import { a } from '#features/tracks/ui/Tile.tsx';`),
    source(
      'src/lib/gbx/read/reader.ts',
      `// alpha's 'alpha'\nimport './limits.ts';\nimport '#lib/codes/game.ts';`,
    ),
    source('src/pages/x.astro', `---\nimport { A } from '#ui/A.island.tsx';\n---\n<A client:idle />`),
    source('src/ui/x.ts', `find(form, 'button', HTMLButtonElement)?.addEventListener('click', react);`),
    source('src/features/tracks/model.test.ts', `import 'node:fs';\nimport '#testing/ctx.ts';`),
  ];
  expect(fine.flatMap((file) => complaints(file, ['alpha']))).toEqual([]);
});
