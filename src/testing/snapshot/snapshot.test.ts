import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { sitedTables } from '#db/database.ts';
import { actNamed, isPerformed } from '#features/moderation/acts/server/acts-by-name.ts';
import { allActs } from '#features/moderation/acts/server/all-acts.ts';
import type { RecordedAct } from '#features/modlog/server/act.ts';
import { groupIds, groupOf, kindsOf, noticeLabel } from '#features/notices/kinds.ts';
import { Level } from '#lib/codes/level.ts';
import { isListEndpoint } from '#platform/lists/endpoint.ts';
import { openApi } from '#platform/lists/openapi.ts';
import { notPersonal, writers } from '../tables.ts';

/**
 * What the site consists of, as text: a change of a route, job, table, act, notice, order or of the imports between features shows in
 * review. After an intended change, `npx vitest run src/testing/snapshot -u` rewrites the files.
 */
const lines = (all: readonly string[]) => `${[...all].sort().join('\n')}\n`;

const pages = readdirSync('src/pages', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(astro|ts)$/.test(file) && !/(^|\/)_/.test(file))
  .map((file) => `PAGE /${file.replace(/(^|\/)index\.astro$/, '').replace(/\.(astro|ts)$/, '')}`);

const routes = lines([...Object.keys(app.routes), ...pages]);

const schedules = lines(
  app.jobs.map(({ name, cron, retries, retryDelaySeconds, inBatches }) =>
    [name, cron ?? 'on demand', `${retries} retries`, `${retryDelaySeconds} s`, inBatches && 'in batches']
      .filter(Boolean)
      .join(' | '),
  ),
);

const people: readonly (readonly [string, string])[] = [
  ...app.personalData.flatMap(({ name, covers }) => covers.map((column) => [column, name] as const)),
  ...Object.keys(notPersonal).map((column) => [column, 'not personal'] as const),
];

/** The folders of features and platform, without the parts of a feature. */
const ownerOf = (folder: string) => /^(src\/features\/[^/]+|src\/platform|db)/.exec(folder)?.[0] ?? folder;

const tables = lines(
  Object.entries(writers).map(([table, folders]) =>
    [
      table,
      sitedTables.some((sited) => sited === table) ? 'by edition' : 'shared',
      [...new Set(folders.map(ownerOf))].sort().join(', '),
      ...people.filter(([column]) => column.startsWith(`${table}.`)).map((pair) => pair.join(': ')),
    ].join(' | '),
  ),
);

const level = (number: number) => Object.entries(Level).find(([, value]) => value === number)?.[0] ?? number;

function notifies(act: RecordedAct | undefined): boolean {
  return act !== undefined && isPerformed(act) && act.notifies === true;
}

function undoOf({ undo, cannot, level: lowest }: RecordedAct): string {
  if (!undo) return `cannot: ${cannot}`;
  const isNotified = undo.run ? undo.notifies : notifies(actNamed(undo.as));
  return `undo: ${undo.as} from ${level(lowest)}${isNotified ? ', notifies' : ''}`;
}

function actLine(act: RecordedAct): string {
  const { name, label, group, effect } = act;
  const offer = isPerformed(act) ? act.offer : undefined;
  return [
    name,
    label,
    `group ${group ?? 'none'}`,
    effect === 'appealable' ? 'appeal' : 'no appeal',
    effect === 'internal' ? 'hidden from the person' : 'shown to the person',
    undoOf(act),
    ...(offer
      ? [
          `console: "${offer.button}" for ${offer.kinds.join(', ')}, from ${level(act.level)}${notifies(act) ? ', notifies' : ''}`,
        ]
      : []),
  ].join(' | ');
}

const orders = lines(
  Object.entries(app.routes).flatMap(([route, endpoint]) =>
    isListEndpoint(endpoint)
      ? Object.entries(endpoint.list.orders).map(
          ([name, { codes, about }]) => `${route} | ${name} | ${codes.join(', ')} | ${about}`,
        )
      : [],
  ),
);

const notices = lines(
  groupIds.flatMap((group) =>
    kindsOf([group]).map((kind) => `${kind} | ${noticeLabel(kind)} | ${groupOf(kind)}`),
  ),
);

const imports = lines(
  app.features.map(({ name, uses }) => `${name} → ${[...uses].sort().join(', ') || 'none'}`),
);

test.each([
  ['routes.txt', routes],
  ['jobs.txt', schedules],
  ['tables.txt', tables],
  ['acts.txt', lines(allActs.map(actLine))],
  ['notices.txt', notices],
  ['orders.txt', orders],
  ['imports.txt', imports],
  ['openapi.json', `${JSON.stringify(openApi(app.routes), null, 1)}\n`],
])('%s is what the site consists of', async (file, text) => {
  expect(text.length).toBeGreaterThan(100);
  await expect(text).toMatchFileSnapshot(file);
});
