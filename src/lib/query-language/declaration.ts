import type { ApiParams, SearchKeys } from './search.ts';

/** One view of the rows of a list; the first declared is the default. */
interface SearchView {
  readonly label: string;
  readonly icon: string;
  /** in this view rows come in this order unless another is requested */
  readonly order?: number;
  /** filters of this view */
  readonly params?: ApiParams;
}

/** A filter with its own name in the address, next to `query`. */
interface AddressFilter {
  readonly label: string;
  /** the key of the search box that means the same; given there, it wins */
  readonly key?: string;
  /** chosen by tabs of the page: it stays when filters are cleared */
  readonly isTab?: boolean;
  /** the value as parameters of the API; null if it cannot be read */
  params(value: string): ApiParams | null;
}

/** Everything a search page needs to know about its list, in one place: query bar, filter window and links read it. */
export interface SearchDeclaration<Keys extends SearchKeys = SearchKeys, Field extends string = string> {
  readonly title: string;
  /** a row in the singular, as in 'Random track' */
  readonly one: string;
  /** rows in the plural, as in '12 tracks' */
  readonly many: string;
  readonly page: string;
  readonly api: string;
  /** address of a random row; null if there is none */
  readonly random: string | null;
  readonly keys: Keys;
  /** the API parameter for free words */
  readonly words: string;
  /** the filter window: headings and the keys below them, in order */
  readonly groups: readonly { readonly title: string; readonly keys: readonly string[] }[];
  /** the requested fields of each row */
  readonly fields: readonly Field[];
  /** the field that is the cursor */
  readonly cursor: string;
  readonly views: Readonly<Record<string, SearchView>>;
  /** orders offered by name, in addition to those of the column headers */
  readonly orders: readonly (readonly [code: number, label: string])[];
  readonly defaultOrder: number;
  /** with free words and no order requested, the best match comes first */
  readonly byRelevance?: boolean;
  readonly defaultCount: number;
  /** the key and the parameter of the API by which new rows are found, for what is new since the last visit */
  readonly since?: { readonly key: string; readonly param: string };
  readonly address: Readonly<Record<string, AddressFilter>>;
  /** shown if nothing was found */
  readonly empty: string;
}

/** The page sizes on offer. */
export const countChoices = [40, 80, 120, 160, 200] as const;
