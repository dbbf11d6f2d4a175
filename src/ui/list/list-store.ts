import { atom, type ReadableAtom } from 'nanostores';
import {
  type Cursor,
  cursorOf,
  type ListAddress,
  orderOf,
  pageParams,
  readAddress,
  writeAddress,
} from '#lib/query-language/address.ts';
import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import { withValueText } from '#lib/query-language/edit.ts';
import type { ApiParams } from '#lib/query-language/search.ts';
import type { ListEnvironment } from './list-environment.ts';
import { isCursorGone, pageFrom, type ShownPage } from './list-page.ts';
import { type ListProblem, readList } from './read-list.ts';

const waitMs = 50;

type ListStatus =
  | { readonly at: 'loading' }
  | { readonly at: 'loaded' }
  | { readonly at: 'error'; readonly problem: ListProblem };

export interface ListState<Row> {
  readonly address: ListAddress;
  readonly page: ShownPage<Row>;
  readonly status: ListStatus;
  /** where to scroll once the rows are shown: the top of the list, or a place in px; null: stay */
  readonly scroll: 'list' | number | null;
}

interface Options<Row> {
  readonly declared: SearchDeclaration;
  /** filters of the page itself, such as those of /tracksearch/featured */
  readonly scope: ApiParams;
  readonly world: ListEnvironment;
  readonly initial: Omit<ListState<Row>, 'scroll'>;
}

type Change = Partial<Pick<ListAddress, 'query' | 'view' | 'count' | 'order' | 'filters'>>;

/**
 * A list and its address. The address is the state: every new result set pushes an entry of the history, and back and
 * forward read their address and load again.
 */
export class ListStore<Row extends object> {
  readonly $state: ReadableAtom<ListState<Row>>;
  /** the search box as it is being typed; the filter window shows the same text */
  readonly $text: ReadableAtom<string>;
  readonly declared: SearchDeclaration;
  readonly scope: ApiParams;
  readonly #state;
  readonly #text;
  readonly #world: ListEnvironment;
  /** where entries of the history were scrolled to when they were left */
  readonly #places = new Map<number, number>();
  #running: AbortController | null = null;
  #entry = 0;

  constructor({ declared, scope, world, initial }: Options<Row>) {
    this.declared = declared;
    this.scope = scope;
    this.#world = world;
    this.$state = this.#state = atom<ListState<Row>>({ ...initial, scroll: null });
    this.$text = this.#text = atom(initial.address.query);
  }

  /** Begins to follow the history; the returned function ends it. */
  start(): () => void {
    const { history } = this.#world;
    const restored = history.entry();
    this.#entry = restored?.entry ?? this.#world.now();
    if (restored) this.#set({ scroll: restored.scroll });
    history.replace({ entry: this.#entry, scroll: restored?.scroll ?? 0 });
    const stop = history.follow(
      () => this.#followBack(),
      () => this.#rememberScroll(),
    );
    return () => {
      this.#stop();
      stop();
    };
  }

  /** What is typed; nothing is requested until `search`. */
  type(text: string): void {
    this.#text.set(text);
  }

  /** Requests the first page for the text of the search box. */
  search(text = this.#text.get()): void {
    this.#text.set(text);
    this.change({ query: text.trim() });
  }

  /** Changes a filter, the order, view or count, and requests the first page. */
  change(change: Change): void {
    this.#request(
      { ...this.#state.get().address, ...change, from: null, back: false },
      { at: 'first' },
      null,
    );
  }

  /** Sets the order, which replaces one in the text. */
  sort(order: number | null): void {
    const query = withValueText(this.#state.get().address.query, this.declared.keys, 'order1', '');
    this.#text.set(query);
    this.change({ order, query });
  }

  /** Changes the view; the same rows are requested only if they are unknown here, and others if their order changes. */
  view(view: string): void {
    const { address, page, status } = this.#state.get();
    const next = { ...address, view };
    const isSame = orderOf(this.declared, next) === orderOf(this.declared, address);
    if (!isSame || status.at !== 'loaded') this.change({ view });
    else if (page.rows === null) this.#request(next, cursorOf(next), null);
    else this.#push({ address: next, page, status, scroll: null });
  }

  /** Sets a filter that is not in the text; sends a request only if the value differs. */
  filter(name: string, value: string): void {
    const { address } = this.#state.get();
    const given = value.trim();
    if ((address.filters[name] ?? '') === given) return;
    const { [name]: _, ...others } = address.filters;
    const key = this.declared.address[name]?.key;
    // the same filter in the text would take precedence
    const query =
      key === undefined ? address.query : withValueText(address.query, this.declared.keys, key, '');
    this.#text.set(query);
    this.change({ query, filters: given === '' ? others : { ...others, [name]: given } });
  }

  clear(): void {
    this.#text.set('');
    const tabs = Object.entries(this.#state.get().address.filters).filter(
      ([name]) => this.declared.address[name]?.isTab,
    );
    this.change({ query: '', filters: Object.fromEntries(tabs) });
  }

  next(): void {
    const { page } = this.#state.get();
    if (page.nextFrom !== null && page.lastId !== null) this.#turn({ at: 'after', id: page.lastId });
  }

  previous(): void {
    const { page } = this.#state.get();
    const first = page.firstId ?? page.from;
    if (page.hasPrevious && first !== null) this.#turn({ at: 'before', id: first });
  }

  first(): void {
    this.#turn({ at: 'first' });
  }

  retry(): void {
    const { address } = this.#state.get();
    this.#request(address, cursorOf(address), null, 'replace');
  }

  /** Whether the text differs from the query of the rows that are shown. */
  get isTyping(): boolean {
    return this.#text.get().trim() !== this.#state.get().address.query;
  }

  #turn(cursor: Cursor): void {
    this.#request({ ...this.#state.get().address, back: false }, cursor, 'list');
  }

  /** Sends one request at a time, after a short wait; a newer one replaces it. */
  #request(
    address: ListAddress,
    cursor: Cursor,
    scroll: ListState<Row>['scroll'],
    how: 'push' | 'replace' = 'push',
  ): void {
    this.#stop();
    const running = new AbortController();
    this.#running = running;
    this.#set({ address, status: { at: 'loading' }, scroll: null });
    this.#world.wait(
      waitMs,
      running.signal,
      () => void this.#read(address, cursor, scroll, how, running.signal),
    );
  }

  async #read(
    address: ListAddress,
    cursor: Cursor,
    scroll: ListState<Row>['scroll'],
    how: 'push' | 'replace',
    signal: AbortSignal,
  ): Promise<void> {
    const params = new URLSearchParams(pageParams(this.declared, address, cursor, this.scope));
    const answer = await readList<Row>(this.#world.fetch, `${this.declared.api}?${params}`, signal);
    if (signal.aborted) return;
    const first = () => this.#read({ ...address, from: null }, { at: 'first' }, scroll, how, signal);
    if (!answer.ok && isCursorGone(answer.problem, cursor)) return first();
    if (!answer.ok) {
      this.#set({ status: { at: 'error', problem: answer.problem } });
      return;
    }
    const page = pageFrom(this.declared, address, cursor, answer.value);
    if (!page) return first();
    const state = {
      address: { ...address, from: page.from, back: false },
      page,
      status: { at: 'loaded' },
      scroll,
    } as const;
    if (how === 'push') this.#push(state);
    else this.#state.set(state);
  }

  #push(state: ListState<Row>): void {
    this.#rememberScroll();
    this.#entry = Math.max(this.#entry + 1, this.#world.now());
    this.#world.history.push(writeAddress(this.declared, state.address), { entry: this.#entry, scroll: 0 });
    this.#state.set(state);
  }

  /** Back or forward: reads the address of the entry and loads its rows. The current rows stay until they arrive. */
  #followBack(): void {
    const { history } = this.#world;
    // the address has changed already, so the history no longer takes the place of the entry that was left
    this.#places.set(this.#entry, history.scrollY());
    const entry = history.entry();
    this.#entry = entry?.entry ?? this.#world.now();
    const scroll = this.#places.get(this.#entry) ?? entry?.scroll ?? null;
    const address = readAddress(this.declared, new URLSearchParams(history.search()));
    this.#text.set(address.query);
    this.#request(address, cursorOf(address), scroll, 'replace');
  }

  /** Stores the scroll position with the entry that is about to be left. */
  #rememberScroll(): void {
    const scroll = this.#world.history.scrollY();
    this.#places.set(this.#entry, scroll);
    this.#world.history.replace({ entry: this.#entry, scroll });
  }

  #stop(): void {
    this.#running?.abort();
    this.#running = null;
  }

  #set(change: Partial<ListState<Row>>): void {
    this.#state.set({ ...this.#state.get(), ...change });
  }
}
