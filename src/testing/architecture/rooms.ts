/**
 * Who may import whom, as data. A room is a folder with one purpose; `may` lists the rooms that its files may import in addition
 * to itself. `packages` lists the allowed packages (missing: all except the database's own).
 */
export interface Room {
  readonly name: string;
  readonly match: RegExp;
  readonly may: readonly string[];
  readonly packages?: RegExp;
  readonly why: string;
}

const browserPackages =
  /^(react|react-dom|preact|nanostores|zod|fuse\.js|jszip|three|@simplewebauthn\/browser|astro|@fontsource-variable\/archivo)(\/|:|$)/;
const schemaLibrary = /^zod(\/|$)/;

/** The first match is the room of a file. */
export const rooms: readonly Room[] = [
  {
    name: 'tests',
    match: /\.(test|dbtest|e2e)\.tsx?$|^src\/testing\//,
    may: ['*'],
    why: 'tests and their tools may reach anything; nothing imports them',
  },
  {
    name: 'tools of lib',
    match: /^src\/lib\/[^/]+\/tools\//,
    may: ['lib', 'lib/codes', 'tests'],
    why: 'commands, samples and fixtures of one library (npm run fuzz): not part of the library, so they may use Node',
  },
  {
    name: 'lib/codes',
    match: /^src\/lib\/codes\//,
    may: [],
    packages: schemaLibrary,
    why: 'the numbers shared by the games, addresses and the database',
  },
  {
    name: 'client',
    match: /^src\/client\//,
    may: [],
    packages: /^$/,
    why: 'a package for programs of others, published as it is; our own islands take its types',
  },
  {
    name: 'lib',
    match: /^src\/lib\//,
    may: ['lib/codes'],
    packages: schemaLibrary,
    why: 'pure libraries: each independent of the others except for lib/codes; no Node, no DOM',
  },
  {
    name: 'routes',
    match: /^src\/routes\//,
    may: ['lib', 'lib/codes'],
    packages: schemaLibrary,
    why: 'every address as a typed function, needed on both sides',
  },
  {
    name: 'sites/schema',
    match: /^sites\/schema\.ts$/,
    may: ['lib/codes'],
    packages: schemaLibrary,
    why: 'the type of an edition, which any file may import',
  },
  {
    name: 'sites',
    match: /^sites\//,
    may: ['lib/codes', 'sites/schema'],
    why: 'editions: data and images; all.ts finds and parses them with node:fs',
  },
  {
    name: 'db',
    match: /^db\//,
    may: ['lib/codes', 'sites', 'sites/schema'],
    why: 'schema, queries and migrations; migrations import no application code',
  },
  {
    name: 'platform',
    match: /^src\/platform\//,
    may: ['db', 'sites', 'sites/schema', 'lib', 'lib/codes'],
    why: 'server infrastructure without any feature',
  },
  {
    name: 'ui',
    match: /^src\/ui\//,
    may: ['lib', 'lib/codes', 'routes', 'styles', 'sites/schema'],
    packages: browserPackages,
    why: 'shared components: no feature, no database, no Node',
  },
  {
    name: 'styles',
    match: /^src\/styles\//,
    may: [],
    why: 'layers, tokens and themes',
  },
  {
    name: 'features/declaration',
    match: /^src\/features\/[^/]+\/feature\.ts$/,
    may: ['features', 'features/server', 'platform', 'lib', 'lib/codes', 'routes', 'sites/schema'],
    why: 'what a feature uses and offers; only src/app.ts and tests import it',
  },
  {
    name: 'features/server',
    match: /^src\/features\/[^/]+\/([^/]+\/)?server\//,
    may: ['features', 'platform', 'db', 'lib', 'lib/codes', 'routes', 'sites/schema'],
    why: 'server code, never sent to a browser; reads ctx.site, never #site or sites/all.ts',
  },
  {
    name: 'features/ui',
    match: /^src\/features\/[^/]+\/([^/]+\/)?ui\//,
    may: ['features', 'ui', 'lib', 'lib/codes', 'routes', 'styles', 'sites/schema'],
    packages: browserPackages,
    why: 'components; never query a database',
  },
  {
    name: 'features',
    match: /^src\/features\//,
    may: ['client', 'lib', 'lib/codes', 'routes', 'sites/schema'],
    packages: schemaLibrary,
    why: 'pure rules and declarations that run anywhere; no Node, no DOM, no Kysely',
  },
  {
    name: 'loaders',
    match: /^src\/(layouts|pages)\/([^/]+\/)*_?load-[^/]+\.ts$/,
    may: [
      'loaders',
      'features',
      'features/server',
      'ui',
      'platform',
      'lib',
      'lib/codes',
      'routes',
      'sites/schema',
    ],
    why: 'load-*.ts loads the data of a page from several features, or by its address: no components, no SQL',
  },
  {
    name: 'app',
    match: /^src\/app\.ts$/,
    may: ['composition', 'routes', 'platform', 'features', 'features/declaration', 'features/server'],
    why: 'composes all features; also read by the page about the API',
  },
  {
    name: 'layouts and pages',
    match: /^src\/(layouts|pages)\//,
    may: [
      'layouts and pages',
      'loaders',
      'app',
      'features',
      'features/server',
      'features/ui',
      'ui',
      'styles',
      'platform',
      'lib',
      'lib/codes',
      'routes',
      'sites/schema',
    ],
    why: 'thin: read locals, call one feature function, place components; no SQL',
  },
  {
    name: 'demo',
    match: /^src\/demo\//,
    may: [
      'db',
      'lib',
      'lib/codes',
      'tools of lib',
      'sites/schema',
      'platform',
      'features',
      'features/server',
      'routes',
    ],
    why: 'the demo community: above the features, whose actions it uses; opens no database itself',
  },
  {
    name: 'composition',
    match: /^src\/([^/]+\.ts|server\/.*|dev\/.*|scripts\/.*)$/,
    may: [
      'db',
      'demo',
      'app',
      'sites',
      'sites/schema',
      'platform',
      'features',
      'features/server',
      'lib',
      'lib/codes',
      'routes',
      'composition',
      'tools of lib',
    ],
    why: 'processes and commands: they create the services, so only they open a database',
  },
];

/** What another feature may import: pure files, these server files, and ui. */
export const openServerFiles =
  /^([^/]+\/)?server\/(act|acts|list|actions|policy|repo|counters|recount|moderated|merge|move|import)\.ts$/;
