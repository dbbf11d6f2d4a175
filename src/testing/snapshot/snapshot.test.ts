import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sitedTables } from '#db/sited-tables.ts';
import type { AnyAct } from '#features/moderation/acts/server/act.ts';
import { canUndo } from '#features/moderation/acts/server/act.ts';
import { allActs } from '#features/moderation/acts/server/all.ts';
import { undos } from '#features/moderation/acts/server/undos.ts';
import { groupOfAct } from '#features/moderation/figures/figures.ts';
import { hiddenFromPerson, isAppealable } from '#features/modlog/decisions.ts';
import { type ActName, actLabels } from '#features/modlog/model.ts';
import { groupIds, groupOf, kindsOf, noticeLabel } from '#features/notices/kinds.ts';
import { httpRoutes } from '#http-routes.ts';
import { jobs } from '#jobs.ts';
import { Level } from '#lib/codes/level.ts';
import { notPersonal, personalData } from '#personal-data.ts';
import { isListEndpoint } from '#platform/lists/endpoint.ts';
import { openApi } from '#platform/lists/openapi.ts';
import { featureArrows } from '../architecture/rooms.ts';
import { writers } from '../architecture/writers.ts';

/**
 * What the site consists of, as text: a change of a route, job, table, act, notice, order or of the imports between features shows in
 * review. After an intended change, `npx vitest run -u src/testing/snapshot` rewrites the files.
 */
const lines = (all: readonly string[]) => `${[...all].sort().join('\n')}\n`;

const pages = readdirSync('src/pages', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(astro|ts)$/.test(file) && !/(^|\/)_/.test(file))
  .map((file) => `PAGE /${file.replace(/(^|\/)index\.astro$/, '').replace(/\.(astro|ts)$/, '')}`);

const routes = lines([...Object.keys(httpRoutes), ...pages]);

const schedules = lines(
  jobs.map(({ name, cron, retries, retryDelaySeconds, inBatches }) =>
    [name, cron ?? 'on demand', `${retries} retries`, `${retryDelaySeconds} s`, inBatches && 'in batches']
      .filter(Boolean)
      .join(' | '),
  ),
);

const people: readonly (readonly [string, string])[] = [
  ...personalData.flatMap(({ name, covers }) => covers.map((column) => [column, name] as const)),
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

const inConsole = ({ kinds, label, level: lowest, notifies }: AnyAct) =>
  `console: "${label}" for ${kinds.join(', ')}, from ${level(lowest)}${notifies ? ', notifies' : ''}`;

function actLine(act: ActName): string {
  const undo = undos[act];
  return [
    act,
    actLabels[act],
    `group ${groupOfAct(act) ?? 'none'}`,
    isAppealable(act) ? 'appeal' : 'no appeal',
    hiddenFromPerson.includes(act) ? 'hidden from the person' : 'shown to the person',
    canUndo(undo)
      ? `undo: ${undo.as} from ${level(undo.level ?? Level.moderator)}${undo.notifies ? ', notifies' : ''}`
      : `cannot: ${undo.cannot}`,
    ...allActs.filter(({ name }) => name === act).map(inConsole),
  ].join(' | ');
}

const orders = lines(
  Object.entries(httpRoutes).flatMap(([route, endpoint]) =>
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
  Object.entries(featureArrows).map(
    ([feature, may]) => `${feature} → ${[...may].sort().join(', ') || 'none'}`,
  ),
);

test.each([
  ['routes.txt', routes],
  ['jobs.txt', schedules],
  ['tables.txt', tables],
  ['acts.txt', lines((Object.keys(actLabels) as ActName[]).map(actLine))], // its own keys
  ['notices.txt', notices],
  ['orders.txt', orders],
  ['imports.txt', imports],
  ['openapi.json', `${JSON.stringify(openApi(httpRoutes), null, 1)}\n`],
])('%s is what the site consists of', async (file, text) => {
  expect(text.length).toBeGreaterThan(100);
  await expect(text).toMatchFileSnapshot(file);
});
