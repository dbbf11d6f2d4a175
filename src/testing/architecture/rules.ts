import { posix } from 'node:path';
import { app } from '#app.ts';
import { routes } from '#routes/routes.ts';
import { writers } from '../tables.ts';
import { madeByProgram, maxFileLines } from './length.ts';
import { openServerFiles, type Room, rooms } from './rooms.ts';
import type { Import, Source } from './sources.ts';

type Rule = (source: Source) => string[];

const roomOf = (path: string): Room | undefined => rooms.find((room) => room.match.test(path));
const isTest = (path: string) => roomOf(path)?.name === 'tests';
const featureOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1];
const isAsset = (path: string) => /\.(css|svg|png|json|sql|woff2)$/.test(path);

/** The folder that relative imports may not leave. src/*.ts, src/server/ and src/scripts/ count as one. */
function importRootOf(path: string): string {
  if (/^src\/((server|scripts)\/|[^/]+$)/.test(path)) return 'src';
  return /^src\/(features|lib)\/[^/]+|^src\/[^/]+(?=\/)|^(sites|db)|^src/.exec(path)?.[0] ?? '';
}

const arrows: Rule = ({ path, imports }) => {
  const room = roomOf(path);
  if (!room) return [`${path} is in no room of rooms.ts`];
  if (room.name === 'tests') return [];
  return imports.flatMap((item) => [...arrow(path, room, item), ...packageArrow(path, room, item)]);
};

function arrow(path: string, room: Room, { specifier, target }: Import): string[] {
  if (target === undefined) return [];
  const goal = roomOf(target);
  if (!goal) return isAsset(target) ? [] : [`${path} imports ${specifier}, which is in no room of rooms.ts`];
  const own = goal === room && (room.name !== 'lib' || importRootOf(path) === importRootOf(target));
  if (!own && !room.may.includes(goal.name)) {
    const allowed = [room.name, ...room.may].join(', ');
    return [`${path}: ${room.name} may not import ${goal.name} (${specifier}); allowed: ${allowed}`];
  }
  return featureArrow(path, target, specifier);
}

function featureArrow(path: string, target: string, specifier: string): string[] {
  const from = featureOf(path);
  const to = featureOf(target);
  if (from === undefined || to === undefined || from === to) return [];
  const uses = app.features.find(({ name }) => name === from)?.uses ?? [];
  if (!uses.includes('*') && !uses.includes(to)) {
    return [
      `${path}: feature ${from} may not import feature ${to}; its feature.ts uses ${uses.join(', ') || 'none'}`,
    ];
  }
  const inside = target.slice(`src/features/${to}/`.length);
  const open = !/^([^/]+\/)?server\//.test(inside) || openServerFiles.test(inside);
  return open
    ? []
    : [
        `${path}: ${specifier} is private to ${to}; allowed: its pure files, ui/, server/{list,actions,policy,…}.ts (openServerFiles)`,
      ];
}

function packageArrow(path: string, room: Room, { specifier, target }: Import): string[] {
  if (target !== undefined || specifier === '#site') return [];
  if (room.packages && !room.packages.test(specifier)) {
    return [
      `${path}: ${room.name} may not import the package ${specifier}; allowed: ${room.packages.source}`,
    ];
  }
  if (/^(layouts and pages|loaders)$/.test(room.name) && /^(kysely|pg)(\/|$)/.test(specifier)) {
    return [`${path}: pages may not import ${specifier}; allowed: a feature's function, called with ctx`];
  }
  return [];
}

const crossRoomPaths: Rule = ({ path, imports }) =>
  imports
    .filter(({ specifier }) => specifier.startsWith('.'))
    .filter(({ target }) => !isAsset(target ?? '') && importRootOf(target ?? '') !== importRootOf(path))
    .map(({ specifier }) => `${path}: ${specifier} leaves ${importRootOf(path)}; allowed: a # address`);

const owners: Rule = ({ path, code }) => {
  if (isTest(path) || /^(db\/migrations|src\/demo|src\/scripts\/bench\/data)\//.test(path)) return [];
  const typed = [...code.matchAll(/\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`](\w+)/g)];
  const raw = [
    ...code.matchAll(/\b(?:insert\s+into|update|delete\s+from|truncate)\s+"?([a-z_]+)"?(?=[\s(])/gi),
  ];
  return [...typed, ...raw]
    .map((match) => match[1] ?? '')
    .filter((table) => Object.hasOwn(writers, table))
    .filter((table) => !writers[table]?.some((folder) => path.startsWith(folder)))
    .map((table) => `${path} may not write ${table}; allowed: ${writers[table]?.join(', ')}`);
};

/** Every table states its owner. */
const ownedTables: Rule = ({ path, code }) => {
  if (!path.startsWith('db/tables/')) return [];
  return [...code.matchAll(/(\w+): table\(\{(.*?)\}\)/gs)]
    .filter(([, , facts = '']) => !/\bowner: '/.test(facts))
    .map(([, table]) => `${path}: table ${table} has no owner`);
};

const siteAlias: Rule = ({ path, imports }) =>
  imports.some(({ specifier }) => specifier === '#site') &&
  !isTest(path) &&
  !/^src\/(pages|layouts|ui|features\/[^/]+\/([^/]+\/)?ui)\//.test(path)
    ? [`${path} may not import #site; allowed: pages, layouts, ui. Server code reads ctx.site`]
    : [];

const lucia: Rule = ({ path, imports }) =>
  imports.some(({ specifier }) => /^lucia(\/|$)/.test(specifier)) && path !== 'src/platform/auth/session.ts'
    ? [`${path} may not import lucia; allowed: src/platform/auth/session.ts`]
    : [];

/** Packages whose functions run in the threads that files are read with, and where they run in others. */
const keptApart: readonly (readonly [name: RegExp, where: RegExp])[] = [
  [/^sharp$|\/sharp-tools\.ts$/, /^src\/platform\/pictures\/(sharp-tools|tool-process)\.ts$/],
  [/^@node-rs\/argon2$/, /^src\/platform\/auth\/hashing\/(hasher|hash-worker)\.ts$/],
];
const ownThreads: Rule = ({ path, imports }) =>
  keptApart
    .filter(([name, where]) => imports.some(({ specifier }) => name.test(specifier)) && !where.test(path))
    .filter(() => !isTest(path) && !/^src\/scripts\//.test(path))
    .map(([name]) => `${path} may not import ${name.source}; allowed: ctx.pictures and ctx.hasher`);

/** A component that a page hydrates is named *.island.tsx and is in a ui folder. */
const islands: Rule = ({ path, text, imports }) => {
  const home =
    /\.island\.tsx$/.test(path) && !/\/ui\//.test(path) ? [`${path}: islands belong in a ui folder`] : [];
  if (!path.endsWith('.astro')) return home;
  const hydrated = [...text.matchAll(/\sclient:(?:load|idle|visible|media|only)\b/g)].map(
    (match) => /.*<([A-Z]\w*)\s/s.exec(text.slice(0, match.index + 1))?.[1] ?? 'an unnamed component',
  );
  const isIsland = (name: string) =>
    imports.some(({ specifier }) => posix.basename(specifier) === `${name}.island.tsx`);
  return [
    ...home,
    ...hydrated
      .filter((name) => !isIsland(name))
      .map((name) => `${path} hydrates ${name}; allowed: components from ${name}.island.tsx`),
  ];
};

const length: Rule = ({ path, text }) => {
  const lines = text.split('\n').length - 1;
  return lines > maxFileLines && !madeByProgram.test(path)
    ? [`${path} has ${lines} lines; allowed: ${maxFileLines}. Find its second subject and give it a name`]
    : [];
};

const inlineStyles: Rule = ({ path, text }) =>
  /\.(astro|tsx)$/.test(path) && /<[^>]*\sstyle=/.test(text)
    ? [`${path} has an inline style attribute, which the content security policy refuses; allowed: a class`]
    : [];

/** Forms and their anti-forgery tokens are written by `src/ui/form/` alone, so that every form shows its refusal in the same way. */
const handMade = /<form\b|<input[^>]*__RequestVerificationToken|\btokenField\b|<[^>]*\stoken=/;
const forms: Rule = ({ path, text }) => {
  const found = /\.(astro|tsx)$/.test(path) && !path.startsWith('src/ui/form/') ? handMade.exec(text) : null;
  return found && !isTest(path)
    ? [`${path} contains ${found[0].trim()}; allowed: the components of src/ui/form/, which know the token`]
    : [];
};

/** Scripts and islands find elements, and react to clicks and sent forms, by the functions of `src/ui/dom.ts`. */
const ownDom =
  /\bquerySelector(?:All)?\b|\.closest<|\btarget instanceof\b|(?<![\w.])(?:(?:document|window)\.)?addEventListener\('(?:click|submit)'/;
const domExceptions: Readonly<Record<string, string>> = {
  'src/ui/dom.ts': 'the functions themselves',
  'src/ui/stores/windows.ts':
    'every press counts, whatever it hits: one outside of the newest window closes it',
  'src/features/accounts/second-step/ui/passkeys.ts':
    'the sign-in window uses it, and would load the script of every page, which contains dom.ts',
};
const dom: Rule = ({ path, code }) => {
  const found = isTest(path) || Object.hasOwn(domExceptions, path) ? null : ownDom.exec(code);
  return found
    ? [`${path} contains ${found[0]}; allowed: find, mustFind, closest and on of src/ui/dom.ts`]
    : [];
};

/** Hours, days, weeks and thirty days, in seconds or ms, and the largest id have names in `lib/codes`. */
const unnamed =
  /(?<![\w.])(?:3_?600_?000|86_?400(?:_?000)?|604_?800(?:_?000)?|2_?592_?000(?:_?000)?|2_?147_?483_?64[78]|24 \* 60 \* 60)(?!\w)/;
const namedNumbers: Rule = ({ path, code }) => {
  const found = unnamed.exec(code);
  return found && !isTest(path) && !/^(src\/lib\/codes|db\/migrations)\//.test(path)
    ? [`${path} contains ${found[0]}; allowed: the names in lib/codes/durations.ts and lib/codes/ids.ts`]
    : [];
};

const firstParts = Object.values(routes).flatMap((route) =>
  'pattern' in route ? (/^\/[\w.-]+/.exec(route.pattern)?.[0] ?? []) : [],
);
const address = new RegExp(
  `["'\`>](?:(?:GET|POST|PUT|DELETE) )?(?:${firstParts.map((part) => part.replaceAll('.', '\\.')).join('|')})(?=["'\`/?#<.$])`,
);

/** An address is written once, as a path of src/routes. */
const addresses: Rule = ({ path, text, code }) => {
  if (isTest(path) || !/^(src\/(features|pages|layouts|ui|server)\/|src\/[^/]+$|sites\/)/.test(path))
    return [];
  const found = address.exec(path.endsWith('.astro') ? text : code);
  return found ? [`${path} contains the address ${found[0].slice(1)}; allowed: its path in src/routes`] : [];
};

/** Code asks for capabilities of an edition, never for its code. */
const siteCodes =
  (codes: readonly string[]): Rule =>
  ({ path, code }) => {
    // the rows of the benchmark are those of fixed editions, so that runs can be compared
    if (path.startsWith('src/scripts/bench/data/')) return [];
    if (!path.startsWith('src/') || isTest(path) || roomOf(path)?.name === 'tools of lib') return [];
    const literal = new RegExp(`['"\`](${codes.join('|')})['"\`]|\\b(${codes.join('|')})\\.localhost`);
    const found = literal.exec(code);
    return found ? [`${path} names the edition ${found[0]}; allowed: a capability of ctx.site or #site`] : [];
  };

/** All complaints about one file. */
export function complaints(source: Source, codes: readonly string[]): string[] {
  const rules = [
    arrows,
    crossRoomPaths,
    owners,
    ownedTables,
    siteAlias,
    lucia,
    ownThreads,
    islands,
    length,
    inlineStyles,
    forms,
    dom,
    namedNumbers,
    addresses,
  ];
  if (codes.length > 0) rules.push(siteCodes(codes));
  return rules.flatMap((rule) => rule(source));
}
