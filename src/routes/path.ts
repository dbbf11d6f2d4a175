/**
 * A value for `:name` in a pattern: a number if the name is `id`, `n` or ends in `Id`, otherwise a string. `Types` states what
 * differs from this.
 */
type Value<Name extends string, Types> = Name extends keyof Types
  ? Types[Name]
  : Name extends 'id' | 'n' | `${string}Id`
    ? number
    : string;

/** The name of a segment, without an ending such as `.atom`. */
type NameIn<Segment extends string> = Segment extends `${infer Name}.${string}` ? Name : Segment;

/** The values for the named parts of a pattern, in its order. */
type Values<Pattern extends string, Types> = Pattern extends `${string}:${infer Rest}`
  ? Rest extends `${infer Segment}/${infer Others}`
    ? [Value<NameIn<Segment>, Types>, ...Values<Others, Types>]
    : [Value<NameIn<Rest>, Types>]
  : [];

/** Builds an address of the site. `pattern` is what servers match it with: '/newsshow/:id'. */
export interface Path<Pattern extends string, Args extends readonly unknown[]> {
  (...args: Args): string;
  readonly pattern: Pattern;
}

/** `path`, for patterns of which some parts are not what their names say: `Types` states what they are. */
export const pathOf =
  <Types = unknown>() =>
  <Pattern extends `/${string}`, Rest extends readonly unknown[] = []>(
    pattern: Pattern,
    after?: (...rest: Rest) => string,
  ): Path<Pattern, [...Values<Pattern, Types>, ...Rest]> => {
    const [start = '', ...ends] = pattern.split(/:\w+/);
    const build = (...args: readonly unknown[]) => {
      const parts = ends.map((end, at) => `${encodeURIComponent(`${args[at]}`)}${end}`);
      const rest = args.slice(ends.length) as unknown as Rest; // the type of build says that they follow the parts
      return `${start}${parts.join('')}${after ? after(...rest) : ''}`;
    };
    return Object.assign(build, { pattern });
  };

/**
 * An address, written once: `path('/newsshow/:id')` is a function from an id to the address of that page, and its pattern is the key
 * of the route. `after` makes what follows the path, its query and fragment; its parameters follow those of the named parts.
 */
export const path = pathOf();

/** The query of an address: `?name=value&…` without null values; '' if there are none. */
export const query = (parts: Readonly<Record<string, string | number | null | undefined>>): string => {
  const given = Object.entries(parts).flatMap(([name, value]) =>
    value == null ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
};

/** The beginning of all addresses of a path: '/newsshow/'. */
export const startOf = ({ pattern }: AnyPath<string>): string => pattern.replace(/:.*/, '');

type AnyPath<Pattern extends string> = Pick<Path<Pattern, never>, 'pattern'>;

/** The keys of routes, by method: `{ [post(routes.newsDelete)]: remove }`. */
export const get = <Pattern extends string>({ pattern }: AnyPath<Pattern>) => `GET ${pattern}` as const;
export const post = <Pattern extends string>({ pattern }: AnyPath<Pattern>) => `POST ${pattern}` as const;
export const put = <Pattern extends string>({ pattern }: AnyPath<Pattern>) => `PUT ${pattern}` as const;
export const patch = <Pattern extends string>({ pattern }: AnyPath<Pattern>) => `PATCH ${pattern}` as const;
export const del = <Pattern extends string>({ pattern }: AnyPath<Pattern>) => `DELETE ${pattern}` as const;
