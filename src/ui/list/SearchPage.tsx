import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  invalidFilters,
  listParams,
  orderOf,
  readAddress,
  writeAddress,
} from '#lib/query-language/address.ts';
import type { ApiParams } from '#lib/query-language/search.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useAfterPaint } from '../after-paint.ts';
import { closest, findAll, isPlainClick } from '../dom.ts';
import { useAtom } from '../stores/use-atom.ts';
import { type Chip, causesOf, chipsOf } from './chips.ts';
import type { Sorting } from './DataTable.tsx';
import { FilterColumn, FilterDrawer } from './FilterWindow.tsx';
import type { ListState, ListStore } from './list-store.ts';
import { Pager } from './Pager.tsx';
import { QueryBar } from './QueryBar.tsx';
import { SearchTools } from './SearchTools.tsx';

interface Props<Row extends object> {
  store: ListStore<Row>;
  /** the heading; the list's own name unless the page shows a part of it */
  title: string;
  /** the path of this page, variants included */
  path: string;
  signedIn: boolean;
  rows: (rows: readonly Row[], view: string, sorting: Sorting) => ReactNode;
  /** links to other lists of the same kind */
  tabs?: ReactNode;
  /** more tools; `params` are those of a call that reads the whole list */
  tools?: (params: ApiParams) => ReactNode;
}

const form = 'search';

/** A search page: query bar, filter window, tools, rows, pager. Server and browser render the same. */
export function SearchPage<Row extends object>({
  store,
  title,
  path,
  signedIn,
  rows,
  tabs,
  tools,
}: Props<Row>) {
  const { declared } = store;
  const state = useAtom(store.$state);
  const text = useAtom(store.$text);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const heading = useScroll(state);
  useEffect(() => store.start(), [store]);

  const { address, page } = state;
  // a pressed tab is shown at once, and the rows of its view after that
  const shownView = useAfterPaint(address.view);
  useEffect(() => followFeed(writeAddress(declared, { ...address, from: null, back: false })));
  const href = (change: Partial<typeof address>) =>
    path + writeAddress(declared, { ...address, from: null, back: false, ...change });
  const order = orderOf(declared, address);
  const sorting: Sorting = {
    order,
    usual: declared.views[address.view]?.order ?? declared.defaultOrder,
    href: (wanted) => href({ order: wanted }),
    sort: (wanted) => store.sort(wanted),
  };
  const chips = chipsOf(declared, address);
  const search = (query?: string) => store.search(query);
  const goTo = (without: Chip['without']) => {
    store.type(without.query);
    store.change(without);
  };
  const filters = { declared, text, signedIn, onSearch: search };

  return (
    <div className={declared.groups.length > 0 ? 'search search--filters' : 'search'}>
      {declared.groups.length > 0 && <FilterColumn {...filters} />}
      {isDrawerOpen && <FilterDrawer {...filters} onClose={() => setDrawerOpen(false)} />}
      <div>
        <QueryBar
          declared={declared}
          action={path}
          form={form}
          text={text}
          invalid={invalidFilters(declared, address)}
          onType={(typed) => store.type(typed)}
          onSearch={search}
        />
        <SearchTools
          store={store}
          state={state}
          title={title}
          path={path}
          form={form}
          heading={heading}
          filtersOn={chips.length}
          href={href}
          onFilters={() => setDrawerOpen(true)}
        >
          {tools?.(listParams(declared, address, store.scope))}
        </SearchTools>
        {tabs}
        {chips.length > 0 && (
          <ul className="tags chips" aria-label="Active filters">
            {chips.map(({ label, isExcluded, without }) => (
              <li key={`${label} ${isExcluded}`}>
                <button
                  type="button"
                  className={`tag ${isExcluded ? 'tag--off' : 'tag--on'}`}
                  aria-label={`Remove the filter ${isExcluded ? 'not ' : ''}${label}`}
                  onClick={() => goTo(without)}
                >
                  {label}
                </button>
              </li>
            ))}
            <li>
              <button type="button" className="linklike meta" onClick={() => store.clear()}>
                Clear all
              </button>
            </li>
          </ul>
        )}
        {(page.nextFrom !== null || page.hasPrevious) && (
          <a className="skip skip--rows" href="#pages">
            Skip to other pages
          </a>
        )}
        <ListBody
          store={store}
          state={state}
          heading={heading}
          causes={causesOf(declared, address, chips)}
          onChange={goTo}
        >
          {state.page.rows && rows(state.page.rows, shownView, sorting)}
        </ListBody>
        <Pager store={store} state={state} href={href} />
      </div>
    </div>
  );
}

/** Updates the links to the page's feed after its address has changed. */
function followFeed(search: string): void {
  const links = findAll(document, 'a[data-feed]', HTMLAnchorElement);
  for (const link of [...links, ...findAll(document, 'link[data-feed]', HTMLLinkElement)]) {
    const url = new URL(link.href);
    url.search = search;
    link.href = url.href;
  }
}

/** Scrolls to where the state says, once its rows are shown. */
function useScroll<Row>({ scroll, page }: ListState<Row>) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (scroll === null || page.count < 0) return;
    if (scroll === 'list') {
      heading.current?.scrollIntoView({ block: 'start' });
      heading.current?.focus({ preventScroll: true });
    } else scrollTo(0, scroll);
  }, [scroll, page]);
  return heading;
}

interface BodyProps<Row extends object> {
  store: ListStore<Row>;
  state: ListState<Row>;
  heading: RefObject<HTMLElement | null>;
  /** everything that was searched for */
  causes: readonly Chip[];
  onChange: (without: Chip['without']) => void;
  children: ReactNode;
}

const listed = (causes: readonly Chip[]): string =>
  causes.length === 1 ? `“${causes[0]?.label}”` : `all ${causes.length} of these`;

const unreachable = 'Couldn’t reach the server. Your search is unchanged.';

/** Rows, or why there are none. After a failure the previous rows stay below the message. Rows stay while the next ones load, so that nothing jumps. */
function ListBody<Row extends object>({ store, state, heading, causes, onChange, children }: BodyProps<Row>) {
  const { status, page } = state;
  const isLoading = status.at === 'loading';
  const retry = () => {
    heading.current?.focus({ preventScroll: true }); // the button disappears
    store.retry();
  };
  const failure = status.at === 'error' && status.problem;
  return (
    <>
      {failure ? (
        <ErrorState
          detail={failure.detail}
          why={`${failure.status === 0 ? unreachable : (failure.reason ?? '')} Your search is unchanged.`.trim()}
        >
          <button type="button" className="btn" onClick={retry}>
            Try again
          </button>
        </ErrorState>
      ) : (
        <p className="sr" role="status">
          {isLoading ? 'Loading…' : `${page.count} shown`}
        </p>
      )}
      {page.count > 0 ? (
        <Rows store={store} isKnown={page.rows !== null} isLoading={isLoading}>
          {children}
        </Rows>
      ) : isLoading ? (
        <Skeleton />
      ) : (
        !failure && (
          <EmptyState
            what={store.declared.empty}
            why={causes.length === 0 ? undefined : `Nothing matches ${listed(causes)}.`}
          >
            {causes.length > 1 && (
              <div className="tags needs-script">
                {causes.map(({ label, isExcluded, without }) => (
                  <button
                    key={`${label} ${isExcluded}`}
                    type="button"
                    className="btn"
                    aria-label={`Search without ${isExcluded ? 'not ' : ''}${label}`}
                    onClick={() => onChange(without)}
                  >
                    <Icon name="close" small />
                    {isExcluded ? `Not ${label}` : label}
                  </button>
                ))}
              </div>
            )}
            {causes.length > 0 && (
              <button type="button" className="btn needs-script" onClick={() => store.clear()}>
                Clear filters
              </button>
            )}
          </EmptyState>
        )
      )}
    </>
  );
}

interface RowsProps<Row extends object> {
  store: ListStore<Row>;
  isKnown: boolean;
  isLoading: boolean;
  children: ReactNode;
}

/** The rows. Those that the server has rendered stay as they are until the list changes; only their column heads are handled here. */
function Rows<Row extends object>({ store, isKnown, isLoading, children }: RowsProps<Row>) {
  const list = useRef<HTMLDivElement>(null);
  const pressed = useRef<number | null>(null);
  const heads = () => (list.current ? findAll(list.current, 'a.sort', HTMLAnchorElement) : []);
  useLayoutEffect(() => {
    if (!isKnown || pressed.current === null) return;
    heads()[pressed.current]?.focus({ preventScroll: true }); // the head that had the focus has been replaced
    pressed.current = null;
  });
  const sort = (event: MouseEvent) => {
    const head = closest(event.target, 'a.sort', HTMLAnchorElement);
    if (!head || !isPlainClick(event)) return;
    event.preventDefault();
    pressed.current = heads().indexOf(head);
    store.sort(readAddress(store.declared, new URLSearchParams(head.search)).order);
  };
  const shown = { ref: list, className: isLoading ? 'list list--busy' : 'list', 'aria-busy': isLoading };
  if (isKnown) {
    return (
      <div key="rows" {...shown}>
        {children}
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the column heads are links, whose keys click them
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <div
      key="html"
      {...shown}
      onClick={sort}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: hydration leaves the HTML of the server in place
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  );
}

const bones = [1, 2, 3, 4, 5, 6, 7, 8];

/** Placeholders with the height of rows. */
function Skeleton() {
  return (
    <div className="bones" aria-hidden="true">
      {bones.map((bone) => (
        <div key={bone}>
          <span className="sk" />
          <span className="sk" />
          <span className="sk" />
        </div>
      ))}
    </div>
  );
}
