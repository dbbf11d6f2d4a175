import type { ReactNode, RefObject } from 'react';
import { formatWhole } from '#lib/format/count.ts';
import { filterParams, type ListAddress, orderOf } from '#lib/query-language/address.ts';
import { countChoices } from '#lib/query-language/declaration.ts';
import { Icon } from '#ui/Icon.tsx';
import { type IconName, iconNames } from '#ui/icon-name.ts';
import { PlainLink } from '#ui/PlainLink.tsx';
import { FilterBox } from './FilterBox.tsx';
import type { ListState, ListStore } from './list-store.ts';
import { NewSince } from './NewSince.tsx';
import { SearchMemory, searchOf } from './SearchMemory.tsx';

interface Props<Row extends object> {
  store: ListStore<Row>;
  state: ListState<Row>;
  title: string;
  /** the path of the page */
  path: string;
  form: string;
  heading: RefObject<HTMLHeadingElement | null>;
  filtersOn: number;
  href: (change: Partial<ListAddress>) => string;
  onFilters: () => void;
  /** tools of one list */
  children?: ReactNode;
}

/** The title of the list, and all controls that change how it is shown. */
export function SearchTools<Row extends object>(props: Props<Row>) {
  const { store, state, title, heading, filtersOn, onFilters } = props;
  const { declared } = store;
  // of nothing, there is nothing to choose from or to download
  const hasRows = state.page.count !== 0;
  return (
    <div className="tools">
      <h1 className="t" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <Total {...props} />
      <NewSince store={store} path={props.path} />
      <div className="end">
        {declared.groups.length > 0 && (
          <button type="button" className="btn filters-button needs-script" onClick={onFilters}>
            <Icon name="filter" small />
            Filters
            {filtersOn > 0 && <span className="cnt">{filtersOn}</span>}
          </button>
        )}
        {declared.address.username && (
          <FilterBox
            label={declared.address.username.label}
            name="username"
            form={props.form}
            value={state.address.filters.username ?? ''}
            onFilter={(value) => store.filter('username', value)}
          />
        )}
        <SearchMemory declared={declared} path={props.path} search={searchOf(declared, state.address)} />
        <OrderPicker {...props} />
        <CountPicker {...props} />
        <ViewPicker {...props} />
        {hasRows && declared.random !== null && <RandomLink {...props} />}
        {hasRows && props.children}
      </div>
    </div>
  );
}

/** How many rows were found. */
function Total<Row extends object>({ store: { declared }, state: { page, status } }: Props<Row>) {
  if (status.at === 'error') return null;
  const { total } = page;
  const many = total === null ? 'More than 1,000' : formatWhole(total);
  return (
    <p className="meta n">
      {many} {total === 1 ? declared.one : declared.many}
    </p>
  );
}

function OrderPicker<Row extends object>({ store, state, form }: Props<Row>) {
  const { orders, defaultOrder } = store.declared;
  const order = orderOf(store.declared, state.address);
  const isNamed = orders.some(([code]) => code === order);
  return (
    <select
      className="in pick"
      name="order"
      form={form}
      aria-label="Order"
      value={isNamed ? String(order) : ''}
      onChange={(event) => store.sort(Number(event.target.value) || defaultOrder)}
    >
      {!isNamed && <option value="">{order === null ? 'Best match first' : 'Custom order'}</option>}
      {orders.map(([code, label]) => (
        <option key={code} value={code}>
          {label}
        </option>
      ))}
    </select>
  );
}

function CountPicker<Row extends object>({ store, state, form }: Props<Row>) {
  const { count } = state.address;
  const counts = [...new Set([...countChoices, store.declared.defaultCount, count])].sort((a, b) => a - b);
  return (
    <select
      className="in pick"
      name="count"
      form={form}
      aria-label="Rows per page"
      value={count}
      onChange={(event) => store.change({ count: Number(event.target.value) })}
    >
      {counts.map((choice) => (
        <option key={choice} value={choice}>
          {choice} per page
        </option>
      ))}
    </select>
  );
}

function ViewPicker<Row extends object>({ store, state, href }: Props<Row>) {
  const views = Object.entries(store.declared.views);
  if (views.length < 2) return null;
  return (
    <nav className="seg" aria-label="View">
      {views.map(([name, { label, icon }]) => (
        <PlainLink
          key={name}
          className="btn"
          href={href({ view: name })}
          onPress={() => store.view(name)}
          aria-current={name === state.address.view ? 'true' : undefined}
          title={label}
        >
          <Icon name={iconNamed(icon)} small />
          <span className="lbl-wide">{label}</span>
        </PlainLink>
      ))}
    </nav>
  );
}

const iconNamed = (icon: string): IconName => iconNames.find((name) => name === icon) ?? 'list';

/** A link to a random row that matches the same filters. */
function RandomLink<Row extends object>({ store, state }: Props<Row>) {
  const { declared, scope } = store;
  const params = new URLSearchParams(filterParams(declared, state.address, scope)).toString();
  const label = `Random ${declared.one} from these`;
  return (
    <a
      className="btn btn--icon"
      href={`${declared.random}${params && `?${params}`}`}
      aria-label={label}
      title={label}
    >
      <Icon name="random" small />
    </a>
  );
}
