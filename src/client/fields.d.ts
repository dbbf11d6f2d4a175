/**
 * Types of the `fields` parameter: dotted paths into a row, array elements with or without `[]`.
 * Types only; the SQL of a field belongs to the list.
 */

type Primitive = string | number | boolean | null | undefined;

/** Every path into a row: `Name`, `Uploader.Name`, `Tags`, `Tags[]`, `Authors.User.Name`, `Authors[].User.Name`. */
export type Paths<Row> = { [K in keyof Row & string]: K | Below<NonNullable<Row[K]>, K> }[keyof Row & string];

type Below<Value, Key extends string> = Value extends Primitive
  ? never
  : Value extends readonly (infer Item)[]
    ? `${Key}[]` | (Item extends Primitive ? never : `${Key}.${Paths<Item>}` | `${Key}[].${Paths<Item>}`)
    : `${Key}.${Paths<Value>}`;

type Plain<Path extends string> = Path extends `${infer Head}[]${infer Tail}`
  ? `${Head}${Plain<Tail>}`
  : Path;
type HeadOf<Path extends string> = Path extends `${infer Head}.${string}` ? Head : Path;
type RestOf<Path extends string, Key extends string> = Path extends `${Key}.${infer Rest}` ? Rest : never;

type Take<Value, Path extends string> = Value extends Primitive
  ? Value
  : Value extends readonly (infer Item)[]
    ? Take<Item, Path>[]
    : {
        [K in keyof Value & string as K extends HeadOf<Path> ? K : never]: K extends Path
          ? Value[K]
          : Take<Value[K], RestOf<Path, K>>;
      };

/** The part of a row selected by these paths. A relation without a path is included whole. */
export type Picked<Row, Path extends string> = Take<Row, Plain<Path>>;

/** The envelope of every list: clients read Results, More or both. */
export interface ListResponse<Row> {
  Results: Row[];
  More: boolean;
  /** with `total=1`: how many rows match; null if there are too many to count */
  Total?: number | null;
}

/** Where a row was copied from by `npm run mirror`; null: it began here. */
export interface OriginRow {
  /** the first site that had it, such as https://tmnf.exchange */
  OriginSite: string | null;
  /** its id there */
  OriginId: number | null;
}
