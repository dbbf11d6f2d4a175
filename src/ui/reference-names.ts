import { useEffect, useState } from 'react';
import { parseMessage } from '#lib/bbcode/parse.ts';
import type { MessagePicture } from '#lib/bbcode/pictures.ts';
import { collectReferences, NO_NAMES, type ReferenceNames, referenceKinds } from '#lib/bbcode/references.ts';
import type { ReferenceTo } from '#lib/bbcode/tree.ts';
import { routes } from '#routes/routes.ts';
import { site } from '#site';

const waitMs = 300;

/** Cached results: names by kind and id, pictures by address; null: there is none. */
const known = new Map<string, string | null>();
const knownPictures = new Map<string, MessagePicture | null>();

/**
 * The names and pictures of everything that some messages refer to, in the browser: those that the page contains, and others read
 * from the server in one request. Until its response, and if it fails, references are shown by number and pictures as links. The
 * server returns pictures of public news only, whose ids are `news`: in all other texts, pictures that the page does not contain are
 * links.
 */
export function useReferenceNames(
  sources: readonly string[],
  first: ReferenceNames = NO_NAMES,
  news: readonly number[] = [],
): ReferenceNames {
  const [names, setNames] = useState(first);
  const ids = collectReferences(
    ...sources.map((source) => parseMessage(source, undefined, { site: site.code })),
  );
  const wanted = JSON.stringify({ ids, news });
  useEffect(() => {
    const aborter = new AbortController();
    const { ids, news } = JSON.parse(wanted) as {
      readonly ids: ReturnType<typeof collectReferences>;
      readonly news: readonly number[];
    }; // written above
    const missing = (kind: ReferenceTo) =>
      ids[kind].filter((id) => !first[kind].has(id) && !known.has(`${kind} ${id}`));
    const named = (kind: ReferenceTo) =>
      new Map(
        ids[kind].flatMap((id) => {
          const name = first[kind].get(id) ?? known.get(`${kind} ${id}`);
          return name ? [[id, name] as const] : [];
        }),
      );
    const missingPictures = ids.picture.filter(
      (address) => !first.picture?.has(address) && !knownPictures.has(address),
    );
    const newsIds = missingPictures.length > 0 ? news : [];
    const show = () =>
      setNames({
        track: named('track'),
        user: named('user'),
        pack: named('pack'),
        thread: named('thread'),
        picture: new Map(
          ids.picture.flatMap((address) => {
            const picture = first.picture?.get(address) ?? knownPictures.get(address);
            return picture ? [[address, picture] as const] : [];
          }),
        ),
      });
    const params = [
      ...referenceKinds.flatMap((kind) => (missing(kind).length > 0 ? [[kind, missing(kind).join()]] : [])),
      ...(newsIds.length > 0 ? [['news', newsIds.join()]] : []),
    ];
    if (params.length === 0) {
      show();
      return;
    }
    const timer = setTimeout(async () => {
      const read = await readNames(new URLSearchParams(params), aborter.signal);
      if (!read) return;
      for (const kind of referenceKinds) {
        for (const id of missing(kind)) known.set(`${kind} ${id}`, null);
        for (const [id, name] of read[kind]) known.set(`${kind} ${id}`, name);
      }
      if (newsIds.length > 0) for (const address of missingPictures) knownPictures.set(address, null);
      for (const [address, picture] of read.picture) knownPictures.set(address, picture);
      show();
    }, waitMs);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [wanted, first]);
  return names;
}

/** What GET /messagenames returns: pairs of id and name, and of address and picture. */
export type MessageNames = Readonly<Record<ReferenceTo, readonly (readonly [number, string])[]>> & {
  readonly picture: readonly (readonly [string, MessagePicture])[];
  /** users by the names that were typed */
  readonly typed: readonly (readonly [string, number])[];
};

/** Reads names from the server; null if it cannot be reached. */
export async function readNames(params: URLSearchParams, signal: AbortSignal): Promise<MessageNames | null> {
  try {
    const response = await fetch(`${routes.messageNames()}?${params}`, { signal });
    return response.ok ? ((await response.json()) as MessageNames) : null; // our own server wrote it
  } catch {
    return null;
  }
}
