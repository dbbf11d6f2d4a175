import { readdir } from 'node:fs/promises';
import type { z } from 'zod';
import { fileMistakes } from './files.ts';
import { Site } from './schema.ts';

/** A mistake in an edition's folder or in the variables that override it, as sentences. */
export class SiteError extends Error {
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'));
    this.name = 'SiteError';
  }
}

type Variables = Readonly<Record<string, string | undefined>>;

const here = new URL('./', import.meta.url);
let loaded: Promise<readonly Site[]> | undefined;

/** Every folder next to this file, parsed once per process, sorted by `order`. */
export function allSites(): Promise<readonly Site[]> {
  loaded ??= loadSites(here);
  return loaded;
}

/** The edition with this code. Throws a sentence that lists the existing codes. */
export function siteByCode(sites: readonly Site[], code: string): Site {
  const site = sites.find((candidate) => candidate.code === code);
  if (site) return site;
  const known = sites.map((candidate) => candidate.code).join(', ');
  throw new SiteError([`There is no edition "${code}". The editions are: ${known}.`]);
}

/** Reads and checks every folder of `root`. Each mistake names file, option and reason. */
export async function loadSites(root: URL): Promise<readonly Site[]> {
  const folders = (await readdir(root, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const sites = await Promise.all(folders.map((folder) => loadSite(root, folder.name)));
  if (sites.length === 0) throw new SiteError(['sites/ holds no edition: make a folder with a site.ts.']);
  sites.sort((a, b) => a.order - b.order || a.code.localeCompare(b.code));
  refuseSharedOptions(sites);
  refuseSharedHosts(sites);
  return sites;
}

async function loadSite(root: URL, folder: string): Promise<Site> {
  const file = `sites/${folder}/site.ts`;
  const module = await importSite(new URL(`${folder}/site.ts`, root), file);
  const site = parseSite(module.site, file);
  if (site.code !== folder) {
    throw new SiteError([`${file}: option code: must be "${folder}" like its folder, got "${site.code}".`]);
  }
  const mistakes = await fileMistakes(new URL(`${folder}/`, root), folder);
  if (mistakes.length > 0) throw new SiteError(mistakes);
  return site;
}

async function importSite(url: URL, file: string): Promise<{ site?: unknown }> {
  try {
    return await import(/* @vite-ignore */ url.href);
  } catch (error) {
    throw new SiteError([`${file}: could not be loaded: ${(error as Error).message}.`]); // import() rejects with Errors only
  }
}

/** Checks one edition's options. */
export function parseSite(value: unknown, file: string): Site {
  if (value === undefined) throw new SiteError([`${file}: must export a constant named "site".`]);
  const parsed = Site.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new SiteError(parsed.error.issues.map((issue) => `${file}: ${sentence(issue)}`));
}

function sentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    return `option ${[...issue.path, issue.keys[0]].join('.')}: there is no such option.`;
  }
  return `option ${issue.path.join('.') || '(all)'}: ${issue.message}.`;
}

/**
 * The editions that this process serves, with the hosts of this installation: SITES=tmnf,tmo selects them, SITE_TMNF_HOST and
 * SITE_TMNF_ALIASES (separated by commas) override site.ts.
 */
export function withEnvironment(sites: readonly Site[], env: Variables): readonly Site[] {
  return chosenSites(withHosts(sites, env), env);
}

/** The editions in SITES; all by default. */
export function chosenSites(sites: readonly Site[], env: Variables): readonly Site[] {
  const codes = listed(env.SITES)?.map((code) => siteByCode(sites, code).code);
  return codes ? sites.filter((site) => codes.includes(site.code)) : sites;
}

/** Every edition, with the hosts of this installation. */
export function withHosts(sites: readonly Site[], env: Variables): readonly Site[] {
  refuseUnknownNames(sites, env);
  const named = sites.map((site) => withHost(site, env));
  refuseSharedHosts(named);
  return named;
}

function withHost(site: Site, env: Variables): Site {
  const prefix = `SITE_${site.code.toUpperCase()}`;
  const host = env[`${prefix}_HOST`]?.trim().toLowerCase() || site.host;
  const aliases = listed(env[`${prefix}_ALIASES`]?.toLowerCase()) ?? site.aliases;
  const parsed = Site.pick({ host: true, aliases: true }).safeParse({ host, aliases });
  if (parsed.success) return { ...site, ...parsed.data };
  throw new SiteError(
    parsed.error.issues.map(
      (issue) =>
        `Environment variable ${prefix}_${String(issue.path[0]).toUpperCase()}: each name ${issue.message}.`,
    ),
  );
}

/** Otherwise a variable with a misspelt code would be ignored silently. */
function refuseUnknownNames(sites: readonly Site[], env: Variables): void {
  const wrong = Object.keys(env).filter((name) => {
    const code = /^SITE_([A-Z0-9]+)_(HOST|ALIASES)$/.exec(name)?.[1];
    return code !== undefined && !sites.some((site) => site.code.toUpperCase() === code);
  });
  if (wrong.length > 0) {
    const known = sites.map((site) => site.code).join(', ');
    throw new SiteError(
      wrong.map((name) => `Environment variable ${name} names no edition; they are: ${known}.`),
    );
  }
}

/** Options that must differ between editions. */
function refuseSharedOptions(sites: readonly Site[]): void {
  for (const option of ['order', 'label', 'gameSite'] as const) {
    const owners = new Map<string | number, Site>();
    for (const site of sites) {
      const other = owners.get(site[option]);
      if (other) {
        throw new SiteError([
          `sites/${site.code}/site.ts: option ${option}: "${site[option]}" is used by ${other.code} as well.`,
        ]);
      }
      owners.set(site[option], site);
    }
  }
}

function refuseSharedHosts(sites: readonly Site[]): void {
  const owner = new Map<string, Site>();
  for (const site of sites) {
    for (const host of [site.host, ...site.aliases]) {
      const other = owner.get(host);
      if (other) {
        const whose = other === site ? 'twice' : `and ${other.code}`;
        throw new SiteError([
          `sites/${site.code}/site.ts: option host: "${host}" is used by ${site.code} ${whose}.`,
        ]);
      }
      owner.set(host, site);
    }
  }
}

function listed(text: string | undefined): string[] | undefined {
  const entries = text?.split(',').map((entry) => entry.trim());
  return entries?.some((entry) => entry !== '') ? entries.filter((entry) => entry !== '') : undefined;
}
