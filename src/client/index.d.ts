import type { Calls } from './calls.js';
import type { ListResponse, Paths, Picked } from './fields.js';
import type { Lists } from './lists.js';

export type * from './calls.js';
export type * from './lists.js';
export type { ListResponse, Paths, Picked };

/** The address of a list, such as `/api/tracks`. */
export type ListPath = keyof Lists;

/** A request for a list: the fields of each row, and the parameters. */
export type Query<Path extends ListPath, Field> = Lists[Path]['query'] & {
  /** paths into a row, such as `TrackName` and `Uploader.Name` */
  readonly fields: readonly Field[];
};

/** The fields of a row that were asked for. */
export type Row<Path extends ListPath, Field extends Paths<Lists[Path]['row']>> = Picked<
  Lists[Path]['row'],
  Field
>;

/** What needs a token, such as `PUT /api/playlater/{trackId}`. */
export type CallName = keyof Calls;

/** A refusal of the API. The message is the sentence of its answer. */
export class ApiError extends Error {
  readonly status: number;
  /** the parameter that it is about */
  readonly field?: string;
  /** when to ask again */
  readonly retryAfterSeconds?: number;
}

export interface Options {
  readonly signal?: AbortSignal;
}

export interface Paddock {
  /** One page of a list. Rejects with an ApiError, or with what `fetch` rejects with. */
  list<Path extends ListPath, Field extends Paths<Lists[Path]['row']>>(
    path: Path,
    query: Query<Path, Field>,
    options?: Options,
  ): Promise<ListResponse<Row<Path, Field>>>;
  /**
   * All rows of a list as they arrive, of any number; with `count`, at most so many. Throws as `list` rejects, and a TypeError if the
   * connection breaks: `after` with the id of the last row continues there.
   */
  rows<Path extends ListPath, Field extends Paths<Lists[Path]['row']>>(
    path: Path,
    query: Query<Path, Field>,
    options?: Options,
  ): AsyncGenerator<Row<Path, Field>>;
  /** Writes, or reads what is yours, with the token. Rejects as `list` does. */
  call<Name extends CallName>(
    name: Name,
    ...sent: object extends Calls[Name]['sent']
      ? [sent?: Calls[Name]['sent'], options?: Options]
      : [sent: Calls[Name]['sent'], options?: Options]
  ): Promise<Calls[Name]['answer']>;
}

/** The API of one edition, such as `https://tmnf.example.org`. */
export function paddock(
  site: string,
  options?: {
    /** of the account page; without it, `list` and `rows` read what visitors see */
    readonly token?: string;
    readonly fetch?: (url: URL, init: RequestInit) => Promise<Response>;
  },
): Paddock;
