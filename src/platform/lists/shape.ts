import type { Requested } from './requested.ts';

/** after: behind the cursor · from: the same, including the cursor · before: in front of it · first: no cursor */
export type PageKind = 'first' | 'after' | 'from' | 'before';

/** One of the list's orders and its direction. */
export interface Sort {
  /** the name of an order, or `relevance` */
  readonly by: string;
  readonly descending: boolean;
}

/** What decides the text of a statement. Requests of one shape share the statement and differ only in values. */
export interface Shape {
  readonly fields: Requested;
  /** `fields` as a text, the same for equal sets */
  readonly fieldsKey: string;
  readonly sort: readonly Sort[];
  readonly page: PageKind;
  readonly filters: readonly { readonly name: string; readonly variant: string }[];
  readonly audience: string;
  readonly key: string;
}

export interface ListRequest {
  readonly shape: Shape;
  readonly count: number;
  /** how many rows with these fields one statement reads */
  readonly atOnce: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A shape with the key that names it. */
export const keyed = (shape: Omit<Shape, 'key'>): Shape => ({
  ...shape,
  key: [
    shape.fieldsKey,
    shape.sort.map(({ by, descending }) => `${by}${descending ? 'd' : 'a'}`).join('+'),
    shape.page,
    shape.filters.map(({ name, variant }) => `${name}:${variant}`).join('+'),
    shape.audience,
  ].join('|'),
});

/** The same request with other variants of its filters and additional values. */
export const withFilters = (
  { shape, values, ...request }: ListRequest,
  filters: Shape['filters'],
  more: Readonly<Record<string, unknown>>,
): ListRequest => ({ ...request, shape: keyed({ ...shape, filters }), values: { ...values, ...more } });
