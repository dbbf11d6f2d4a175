import { useEffect, useState } from 'react';
import { parseMessage } from '#lib/bbcode/parse.ts';
import { collectReferences, NO_NAMES, type ReferenceNames } from '#lib/bbcode/references.ts';
import type { ReferenceTo } from '#lib/bbcode/tree.ts';
import { routes } from '#routes.ts';

const kinds = ['track', 'user', 'pack'] as const satisfies readonly ReferenceTo[];
const waitMs = 300;

/** Names read before, by kind and id; null for what has none. */
const known = new Map<string, string | null>();

/**
 * The names of everything that some messages refer to, in the browser: those the page came with, and others read from
 * the server in one request. Until it answers, and if it fails, references are shown by number.
 */
export function useReferenceNames(
  sources: readonly string[],
  first: ReferenceNames = NO_NAMES,
): ReferenceNames {
  const [names, setNames] = useState(first);
  const ids = collectReferences(...sources.map((source) => parseMessage(source)));
  const wanted = kinds.map((kind) => ids[kind].join()).join('|');
  useEffect(() => {
    const aborter = new AbortController();
    const ids = wanted.split('|').map((list) => (list === '' ? [] : list.split(',').map(Number)));
    const byKind = (kind: ReferenceTo) => ids[kinds.indexOf(kind)] ?? [];
    const missing = (kind: ReferenceTo) =>
      byKind(kind).filter((id) => !first[kind].has(id) && !known.has(`${kind} ${id}`));
    const named = (kind: ReferenceTo) =>
      new Map(
        byKind(kind).flatMap((id) => {
          const name = first[kind].get(id) ?? known.get(`${kind} ${id}`);
          return name ? [[id, name] as const] : [];
        }),
      );
    const show = () => setNames({ track: named('track'), user: named('user'), pack: named('pack') });
    const params = kinds.flatMap((kind) => (missing(kind).length > 0 ? [[kind, missing(kind).join()]] : []));
    if (params.length === 0) {
      show();
      return;
    }
    const timer = setTimeout(async () => {
      const read = await readNames(new URLSearchParams(params), aborter.signal);
      if (!read) return;
      for (const kind of kinds) {
        for (const id of missing(kind)) known.set(`${kind} ${id}`, null);
        for (const [id, name] of read[kind]) known.set(`${kind} ${id}`, name);
      }
      show();
    }, waitMs);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [wanted, first]);
  return names;
}

/** What GET /messagenames returns: pairs of id and name. */
export type MessageNames = Readonly<Record<ReferenceTo, readonly (readonly [number, string])[]>>;

async function readNames(params: URLSearchParams, signal: AbortSignal): Promise<MessageNames | null> {
  try {
    const response = await fetch(`${routes.messageNames()}?${params}`, { signal });
    return response.ok ? ((await response.json()) as MessageNames) : null; // our own server wrote it
  } catch {
    return null;
  }
}
