import { useEffect, useState } from 'react';
import { formatWhole } from '#lib/format/count.ts';
import { When } from '#ui/When.tsx';
import type { ListStore } from './list-store.ts';
import { readList } from './read-list.ts';

interface Props<Row extends object> {
  store: ListStore<Row>;
  path: string;
}

/** How many rows are new since the day of the last visit, which this browser remembers. */
export function NewSince<Row extends object>({ store: { declared, scope }, path }: Props<Row>) {
  const [found, setFound] = useState<{ readonly day: string; readonly total: number } | null>(null);
  const { since, api, cursor, page } = declared;
  useEffect(() => {
    if (!since || path !== page) return;
    const day = lastDay(`visit ${path}`, new Date().toISOString().slice(0, 10));
    if (!day) return;
    const asked = new AbortController();
    const params = new URLSearchParams({
      ...scope,
      [since.param]: day,
      count: '1',
      fields: cursor,
      total: '1',
    });
    void readList(fetchJson, `${api}?${params}`, asked.signal).then((answer) => {
      if (answer.ok && answer.value.Total) setFound({ day, total: answer.value.Total });
    });
    return () => asked.abort();
  }, [since, api, cursor, page, path, scope]);
  if (!since || !found) return null;
  return (
    <a className="meta n" href={`${path}?${new URLSearchParams({ query: `${since.key}:${found.day}...` })}`}>
      {formatWhole(found.total)} new since <When at={new Date(found.day)} now={new Date()} />
    </a>
  );
}

const fetchJson = (path: string, signal: AbortSignal) =>
  fetch(path, { signal, headers: { accept: 'application/json' } });

/** The day of the visit before today's first one, or null; today is remembered for the next one. */
function lastDay(key: string, today: string): string | null {
  const [last, before = ''] = (localStorage.getItem(key) ?? '').split(' ');
  const earlier = last === today ? before : last;
  localStorage.setItem(key, `${today} ${earlier}`.trim());
  return earlier || null;
}
