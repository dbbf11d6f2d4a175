import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { app } from '#app.ts';
import { closeCopied, reopenCopied } from '#features/accounts/leaving/server/close-copied.ts';
import { updateBoards } from '#features/leaderboards/server/actions.ts';
import { DumpClient, fetchDump, keyOfSite } from '#features/mirror/server/dump-client.ts';
import { DumpRows } from '#features/mirror/server/dump-rows.ts';
import { type MirrorOptions, mirror, type Progress, previewMirror } from '#features/mirror/server/mirror.ts';
import { packSearch } from '#features/packs/list/search.ts';
import { reopenInPacks } from '#features/packs/tracks/server/track-changes.ts';
import { retireReplays } from '#features/replays/ranking/server/rank.ts';
import { trackSearch } from '#features/tracks/list/search.ts';
import { parseQuery } from '#lib/query-language/parse.ts';
import { apiParams, type SearchKeys } from '#lib/query-language/search.ts';
import { decideConfig } from '#platform/config.ts';
import { ConfigError, readEnv } from '#platform/env.ts';
import { PoliteClient, type SourceClient, SourceFailure } from '#platform/remote/polite-client.ts';
import { openServices } from '#platform/services.ts';
import { allSites, siteByCode } from '#sites/all.ts';
import { existingServer } from './database.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run mirror -- --from https://host --site CODE [--tracks SEARCH] [--packs SEARCH] [--since DATE] [--rate N] [--dry-run]
Copies tracks with their replays, comments and awards, then packs, from a site with the same API, and follows its changes when it runs
again. A stopped run is continued by the next one. SEARCH is what the search box of the edition accepts.
  --from-dump ADDRESS  reads the latest dump that the site offers instead of its lists
  --from-dump FOLDER --from https://host
                       reads a dump that was stored. What is missing is requested from the site, unless there are both:
  --files FOLDER       its files, by their SHA-256
  --key FILE           the key of its signature
  --rate N             requests a second
  --dry-run            only counts`;

await runCommand(usage, async (closers) => {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      'from-dump': { type: 'string' },
      files: { type: 'string' },
      key: { type: 'string' },
      site: { type: 'string' },
      tracks: { type: 'string' },
      packs: { type: 'string' },
      since: { type: 'string' },
      rate: { type: 'string', default: '4' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const dump = values['from-dump'];
  const from = values.from ?? (dump !== undefined && isAddress(dump) ? dump : undefined);
  if (from === undefined || values.site === undefined) throw new ConfigError([usage]);
  const origin = originIn(from);
  const perSecond = Number(values.rate);
  if (!(perSecond > 0 && perSecond <= 1000))
    throw new ConfigError(['--rate must be the number of requests per second, such as 4 or 0.5.']);
  const sites = await allSites();
  const site = siteByCode(sites, values.site);
  const search = trackSearch(site);
  // a selection of one kind leaves the other kind out
  const isSelected = values.tracks !== undefined || values.packs !== undefined || values.since !== undefined;
  const tracks = {
    ...paramsIn('--tracks', values.tracks ?? '', search),
    ...(values.since !== undefined && { uploadedafter: dayIn(values.since) }),
  };
  const packs = paramsIn('--packs', values.packs ?? '', packSearch);

  const config = decideConfig(readEnv(process.env));
  const database = await existingServer(config);
  closers.add(() => database.stop());
  const { services, close } = await openServices({
    config,
    databaseUrl: database.url,
    sites,
    jobs: app.jobs,
  });
  closers.add(close);
  const stop = new AbortController();
  closers.add(async () => stop.abort(new Error('stopped')));

  const log = join(config.dataDir, `mirror-${site.code}.log`);
  const refusals: string[] = [];
  const options: MirrorOptions & { client?: SourceClient } = {
    origin,
    tracks: isSelected && values.tracks === undefined && values.since === undefined ? null : tracks,
    packs: isSelected && values.packs === undefined ? null : packs,
    perSecond,
    signal: stop.signal,
    reactions: {
      onReplayChange: [updateBoards],
      onNewVersion: [retireReplays, reopenInPacks],
      onUserGone: (ctx, userId, left) => closeCopied(ctx, app.personalData, userId, left),
      onUserBack: (ctx, userId) => reopenCopied(ctx, app.personalData, userId),
    },
    progress: progressLine(),
    refused: ({ kind, sourceId, reason }) =>
      refusals.push(`${new Date().toISOString()} ${kind} ${sourceId}: ${reason}\n`),
  };
  try {
    if (dump !== undefined) {
      const work = await mkdtemp(join(config.dataDir, 'dump-'));
      closers.add(() => rm(work, { recursive: true, force: true }));
      options.client = await dumpClient({
        dump,
        files: values.files,
        key: values.key,
        work,
        perSecond,
        origin,
        signal: stop.signal,
      });
    }
    if (values['dry-run']) {
      const { track, pack } = await previewMirror(services, site, options);
      console.log(`Nothing was written. ${origin} has:`);
      console.log(
        `tracks: ${track.fresh} new, ${track.changed} changed, ${track.known} here, ${track.invalid} unreadable`,
      );
      console.log(`packs: ${pack.fresh} new, ${pack.known} here, ${pack.invalid} unreadable`);
    } else {
      const { counts, requests, files, warnings } = await mirror(services, site, options);
      for (const [kind, n] of Object.entries(counts))
        console.log(
          `${kind}: ${n.copied} copied, ${n.updated} updated, ${n.unchanged} unchanged, ${n.deleted} deleted, ${n.refused} refused`,
        );
      console.log(`${files} files in ${requests} requests.`);
      for (const warning of warnings) console.error(warning);
    }
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    console.error(`${origin} could not be read further: ${error.message} Run the command again to continue.`);
    process.exitCode = 1;
  } finally {
    await appendFile(log, refusals.join(''));
    if (refusals.length > 0) console.log(`${refusals.length} rows or files were not copied: see ${log}.`);
  }
  await closers.close();
});

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

interface DumpOptions {
  readonly dump: string;
  readonly files: string | undefined;
  readonly key: string | undefined;
  /** a folder that is removed afterwards */
  readonly work: string;
  readonly origin: string;
  readonly perSecond: number;
  readonly signal: AbortSignal;
}

/** Reads a dump, which is fetched first if it is not in a folder. */
async function dumpClient({ dump, files, key, work, ...address }: DumpOptions): Promise<SourceClient> {
  const site = new PoliteClient({ ...address, userAgent: 'Paddock mirror' });
  const folder = isAddress(dump) ? work : resolve(dump);
  if (isAddress(dump)) await fetchDump(site, folder);
  const pem = key === undefined ? await keyOfSite(site) : await readFile(key, 'utf8');
  const rows = await DumpRows.read(folder, work, pem);
  console.log(
    `The dump ${rows.manifest.Dump} of ${rows.manifest.Site} is complete, and its signature is valid.`,
  );
  const isOffline = files !== undefined && key !== undefined;
  return new DumpClient(rows, {
    folder: files === undefined ? null : resolve(files),
    site: isOffline ? null : site,
  });
}

function originIn(from: string): string {
  const url = URL.canParse(from) ? new URL(from) : null;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.origin;
  throw new ConfigError(['--from must be a complete address, such as https://tmnf.exchange.']);
}

function dayIn(since: string): string {
  if (!/^\d{4}-\d\d-\d\d/.test(since) || Number.isNaN(Date.parse(since)))
    throw new ConfigError(['--since must be a date, such as 2026-01-31.']);
  return since;
}

/** The parameters of the API for what is typed into a search box. */
function paramsIn(
  option: string,
  typed: string,
  { keys, words }: { readonly keys: SearchKeys; readonly words: string },
): Readonly<Record<string, string>> {
  const query = parseQuery(typed, keys);
  const [issue] = query.issues;
  if (issue) throw new ConfigError([`${option}: ${issue.message}`]);
  return apiParams(query, keys, words);
}

/** Prints how far the copy is: after a page, at most once in two seconds, and while one is copied every ten. */
function progressLine(): (progress: Progress) => void {
  const began = performance.now();
  let last = 0;
  let known: Progress | null = null;
  const print = ({ stage, counts, share, from }: Progress) => {
    const now = performance.now();
    last = now;
    const done = share - from;
    const leftMs = done > 0.001 && share < 1 ? ((now - began) * (1 - share)) / done : null;
    const left = leftMs === null ? '' : `, about ${Math.ceil(leftMs / 60_000)} min left`;
    const { track, replay, pack } = counts;
    console.log(
      `${stage} ${Math.floor(share * 100)} %${left}: ${track.copied} tracks, ${replay.copied} replays, ${pack.copied} packs copied`,
    );
  };
  setInterval(() => {
    if (known && performance.now() - last >= 10_000) print(known);
  }, 1000).unref();
  return (progress) => {
    known = progress;
    if (performance.now() - last >= 2000) print(progress);
  };
}
