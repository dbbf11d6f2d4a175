import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import { numberKey, textKey } from '#lib/query-language/search.ts';
import type { HistoryEntry, ListEnvironment } from '#ui/list/list-environment.ts';

/** A search declaration for tests of shared search code. */
export const declared = {
  title: 'Things',
  one: 'thing',
  many: 'things',
  page: '/things',
  api: '/api/things',
  random: null,
  keys: {
    author: textKey('Author', 'author'),
    order1: numberKey('Order', 'order1'),
  },
  words: 'name',
  groups: [],
  fields: ['Id', 'Name'],
  cursor: 'Id',
  views: { standard: { label: 'Standard', icon: 'list' }, best: { label: 'Best', icon: 'award', order: 22 } },
  orders: [],
  defaultOrder: 2,
  defaultCount: 40,
  address: {
    username: { label: 'Username', key: 'author', params: (author: string) => ({ author }) },
    replaysBy: { label: 'Replays by', params: (replaysby: string) => ({ replaysby, inreplays: '1' }) },
  },
  empty: 'No results found',
} as const satisfies SearchDeclaration;

export interface Row {
  Id: number;
}

/** A list of 100 rows, newest first, with a simulated network, clock and browser. */
export class FakeWorld implements ListEnvironment {
  time = 1000;
  scroll = 0;
  readonly requests: URLSearchParams[] = [];
  readonly entries: { search: string; state: HistoryEntry | null }[] = [{ search: '', state: null }];
  at = 0;
  answer: ((params: URLSearchParams) => Response | Promise<Response>) | null = null;
  #timers: { at: number; signal: AbortSignal; then: () => void }[] = [];
  #back: () => void = () => {};
  ids = Array.from({ length: 100 }, (_, index) => 100 - index);

  now = () => this.time;

  fetch = async (path: string, signal: AbortSignal): Promise<Response> => {
    const params = new URL(path, 'http://x').searchParams;
    this.requests.push(params);
    const answer = await (this.answer ?? ((query) => Response.json(this.#list(query))))(params);
    signal.throwIfAborted();
    return answer;
  };

  #list(params: URLSearchParams) {
    const count = Number(params.get('count'));
    const cursor = (name: string) => (params.has(name) ? this.ids.indexOf(Number(params.get(name))) : null);
    const [after, from, before] = [cursor('after'), cursor('from'), cursor('before')];
    if (before !== null) {
      const start = Math.max(0, before - count);
      return { Results: this.ids.slice(start, before).map((Id) => ({ Id })), More: start > 0 };
    }
    const start = after !== null ? after + 1 : (from ?? 0);
    const rows = this.ids.slice(start, start + count);
    return { Results: rows.map((Id) => ({ Id })), More: start + count < this.ids.length };
  }

  wait = (ms: number, signal: AbortSignal, then: () => void) => {
    this.#timers.push({ at: this.time + ms, signal, then });
  };

  async pass(ms: number) {
    this.time += ms;
    const due = this.#timers.filter((timer) => timer.at <= this.time);
    this.#timers = this.#timers.filter((timer) => timer.at > this.time);
    for (const { signal, then } of due) if (!signal.aborted) then();
    await new Promise((resolve) => setTimeout(resolve));
  }

  history = {
    search: () => this.entries[this.at]?.search ?? '',
    entry: () => this.entries[this.at]?.state ?? null,
    push: (search: string, state: HistoryEntry) => {
      this.entries.splice(this.at + 1, Number.POSITIVE_INFINITY, { search, state });
      this.at += 1;
    },
    replace: (state: HistoryEntry) => {
      const entry = this.entries[this.at];
      if (entry) entry.state = state;
    },
    scrollY: () => this.scroll,
    follow: (back: () => void) => {
      this.#back = back;
      return () => {};
    },
  };

  go(steps: number) {
    this.at += steps;
    this.#back();
  }
}
