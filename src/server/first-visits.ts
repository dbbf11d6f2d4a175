import { setTimeout as sleep } from 'node:timers/promises';
import { routes } from '#routes/routes.ts';
import { type OwnServer, visit } from './own-visits.ts';

/** The kind of a page: the first segment of its address. */
const kindOf = (path: string): string => path.split('/', 2)[1] ?? '';

/** What most visitors look at. */
const kinds: ReadonlySet<string> = new Set(
  [
    routes.home,
    routes.trackShow,
    routes.trackSearch,
    routes.userShow,
    routes.userSearch,
    routes.trackPackShow,
    routes.packSearch,
    routes.leaderboards,
    routes.videoShow,
    routes.videoSearch,
    routes.newsShow,
    routes.forums,
    routes.threadShow,
    routes.achievements,
  ].map(({ pattern }) => kindOf(pattern)),
);
/** Visitors come first. */
const pauseMs = 100;
/** An address without parameters, and so without the secret of a track. */
const link = / href="?(\/[\w/-]*)(?=["\s>])/g;

/**
 * Requests one page of each kind, so that no visitor waits until its code is loaded and compiled: the front page at this address, and
 * what it and the next ones link to.
 */
export async function visitEachKind(front: URL, own: OwnServer, stopped: AbortSignal): Promise<void> {
  const met = new Set([kindOf(front.pathname)]);
  const waiting = [front];
  for (let url = waiting.shift(); url && !stopped.aborted; url = waiting.shift()) {
    const html = await visit(url, own);
    for (const [, path = ''] of html.matchAll(link)) {
      const kind = kindOf(path);
      if (met.has(kind) || !kinds.has(kind)) continue;
      met.add(kind);
      waiting.push(new URL(path, url));
    }
    await sleep(pauseMs);
  }
}
