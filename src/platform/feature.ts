import type { Contributions } from '#lib/codes/contribution.ts';
import { apiDoors } from './http/api-door.ts';
import type { FileOperation } from './http/file-operation.ts';
import type { RouteTable } from './http/router.ts';
import type { Job } from './jobs/registry.ts';
import { metaRoutes } from './lists/meta.ts';
import { openApiEndpoint } from './lists/openapi.ts';
import type { PersonalData } from './personal-data.ts';
import type { SitemapKind } from './sitemap.ts';

/** What a feature uses and offers. Its `feature.ts` declares it, and `src/app.ts` composes all features. */
export interface Feature {
  /** the name of its folder */
  readonly name: string;
  /**
   * The features whose files it may import; '*': all. These are names, so that a test which imports one feature does not load the
   * others.
   */
  readonly uses: readonly string[];
  /** addresses that are not pages; an address may also be a page if only its writes are listed here */
  readonly routes: RouteTable;
  /** those of its routes by which users contribute something */
  readonly contributions: Contributions;
  /** returns the routes of all features with what this one adds to some of them, such as a check after each contribution */
  readonly around?: (routes: RouteTable, contributions: Contributions) => RouteTable;
  /** the queue runs no others */
  readonly jobs: readonly Job[];
  /** what is stored about people */
  readonly personalData: readonly PersonalData[];
  /** pages for search engines */
  readonly sitemap: readonly SitemapKind[];
}

type Optional = 'uses' | 'routes' | 'contributions' | 'jobs' | 'personalData' | 'sitemap';

/**
 * Declares a feature. If a higher feature must react to what happens in this one, the feature is a function of its reactions, which
 * only `src/app.ts` passes: `export const packs = (reactions: PackReactions) => feature({ … })`.
 */
export const feature = (declared: Omit<Feature, Optional> & Partial<Pick<Feature, Optional>>): Feature => ({
  uses: [],
  routes: {},
  contributions: {},
  jobs: [],
  personalData: [],
  sitemap: [],
  ...declared,
});

/** What belongs to no feature, or is decided about all of them. */
interface Rest {
  readonly routes: RouteTable;
  readonly jobs: readonly Job[];
  /** what addresses return that are no JSON of the API, by the keys of their routes */
  readonly files?: Readonly<Record<string, FileOperation>>;
  /** the names of all entries of personal data, in the order in which they are hidden and erased */
  readonly erasure: readonly string[];
}

/** The whole site, as the server, the commands and the tests use it. */
export interface App {
  readonly features: readonly Feature[];
  readonly routes: RouteTable;
  readonly jobs: readonly Job[];
  /** in the order in which it is hidden and erased */
  readonly personalData: readonly PersonalData[];
  readonly sitemap: readonly SitemapKind[];
}

/** Puts the features together. Throws a sentence about the first declaration that contradicts another. */
export function compose(features: readonly Feature[], rest: Rest): App {
  assertFeatures(features);
  const all = [...features, { name: 'src/app.ts', personalData: [], ...rest }];
  assertOnce('The route', all, ({ routes }) => Object.keys(routes));
  for (const { name, routes, contributions } of features)
    for (const key of Object.keys(contributions))
      if (!Object.hasOwn(routes, key))
        throw new Error(`The feature ${name} has no route "${key}", which it declares as a contribution.`);
  assertOnce('The job', all, ({ jobs }) => jobs.map(({ name }) => name));
  assertOnce('The personal data', all, ({ personalData }) => personalData.map(({ name }) => name));
  assertOnce('The kind of pages', features, ({ sitemap }) => sitemap.map(({ name }) => name));
  assertOnce('The column', all, ({ personalData }) => personalData.flatMap(({ covers }) => covers));
  const declared: RouteTable = Object.assign({}, ...all.map(({ routes }) => routes));
  const contributions: Contributions = Object.assign({}, ...features.map((one) => one.contributions));
  const ofFeatures = features.reduce(
    (routes, { around }) => around?.(routes, contributions) ?? routes,
    declared,
  );
  const routes: RouteTable = {
    ...withFiles(ofFeatures, rest.files ?? {}),
    ...apiDoors(ofFeatures),
    ...metaRoutes(ofFeatures),
  };
  return {
    features,
    routes: { ...routes, 'GET /api/openapi.json': openApiEndpoint(routes) },
    jobs: all.flatMap(({ jobs }) => jobs),
    personalData: inOrder(
      features.flatMap(({ personalData }) => personalData),
      rest.erasure,
    ),
    sitemap: features.flatMap(({ sitemap }) => sitemap),
  };
}

/** Adds what addresses return to their routes. */
function withFiles(routes: RouteTable, files: NonNullable<Rest['files']>): RouteTable {
  const unknown = Object.keys(files).find((key) => !Object.hasOwn(routes, key));
  if (unknown !== undefined) throw new Error(`The described address "${unknown}" is no route.`);
  return Object.fromEntries(
    Object.entries(routes).map(([key, endpoint]) => {
      const file = files[key];
      return [key, file ? { ...endpoint, file } : endpoint];
    }),
  );
}

function assertFeatures(features: readonly Feature[]): void {
  assertOnce('The feature', features, ({ name }) => [name]);
  const byName = new Map(features.map((one) => [one.name, one]));
  const sound = new Set<string>();
  const follow = ({ name, uses }: Feature, path: readonly string[]): void => {
    const way = [...path, name];
    if (path.includes(name)) throw new Error(`Features use each other in a circle: ${way.join(' → ')}.`);
    if (sound.has(name)) return;
    for (const used of uses.filter((one) => one !== '*')) {
      const other = byName.get(used);
      if (!other) throw new Error(`The feature ${name} uses "${used}", but no feature has this name.`);
      follow(other, way);
    }
    sound.add(name);
  };
  for (const one of features) follow(one, []);
}

/** Nothing may be declared by two features, or by one of them twice. */
function assertOnce<Owner extends { readonly name: string }>(
  what: string,
  owners: readonly Owner[],
  namesOf: (owner: Owner) => readonly string[],
): void {
  const known = new Map<string, string>();
  for (const owner of owners)
    for (const name of namesOf(owner)) {
      const other = known.get(name);
      if (other !== undefined)
        throw new Error(`${what} "${name}" is declared twice: by ${other} and by ${owner.name}.`);
      known.set(name, owner.name);
    }
}

function inOrder(entries: readonly PersonalData[], order: readonly string[]): PersonalData[] {
  const left = new Map(entries.map((entry) => [entry.name, entry]));
  const ordered = order.map((name) => {
    const entry = left.get(name);
    if (!entry)
      throw new Error(`The order of erasure names "${name}", but no feature declares this personal data.`);
    left.delete(name);
    return entry;
  });
  for (const name of left.keys())
    throw new Error(`The personal data "${name}" has no place in the order of erasure (src/app.ts).`);
  return ordered;
}
