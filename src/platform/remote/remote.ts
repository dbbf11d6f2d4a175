/** What is requested from another host, and its limits. */
export interface RemoteRequest {
  /** Host names that may be requested, exactly as written, or a rule for them; it also applies to redirects. Missing: every public host. */
  readonly hosts?: readonly string[] | ((host: string) => boolean);
  /** maximum size of the body, as sent and after decompression */
  readonly maxBytes: number;
  /** for everything together, from resolving the name to the last byte */
  readonly timeoutMs: number;
  /** accepted content types, such as `application/json` or `image/*` */
  readonly accept: readonly string[];
}

/** The body of a response with status 200. */
export interface RemoteFile {
  /** where it was found, after redirects */
  readonly url: string;
  /** its content type without parameters, lower case; empty if the server sent none */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** What is sent to another host. */
export interface RemoteMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** for everything together, from resolving the name to the status of the answer */
  readonly timeoutMs: number;
}

/** How another host answered a message. Its body is not read. */
export interface RemoteAnswer {
  readonly status: number;
  /** how long it wants to be left alone, if it says so */
  readonly retryAfterSeconds: number | null;
}

/** Requests addresses that users typed, from public hosts only. */
export interface Remote {
  /** Rejects with a RemoteRefusal. */
  get(url: string, request: RemoteRequest): Promise<RemoteFile>;
  /** Sends a message with POST, and follows no redirects. Rejects with a RemoteRefusal if there is no answer. */
  post(url: string, message: RemoteMessage): Promise<RemoteAnswer>;
}

/**
 * Why an address was not read:
 * `address` it is not one that we request; `host` its host is not allowed; `unreachable` no public host of this name responds;
 * `slow` it takes too long; `missing` there is nothing at this address; `status` it responds with an error; `size` it sends too
 * much; `type` it sends something else; `redirect` it redirects too often, or to where we do not go.
 */
export type RefusalKind =
  | 'address'
  | 'host'
  | 'unreachable'
  | 'slow'
  | 'missing'
  | 'status'
  | 'size'
  | 'type'
  | 'redirect';

/** An address that was not read. `reason` is a sentence for users; it never distinguishes an unknown host from a private one. */
export class RemoteRefusal extends Error {
  readonly kind: RefusalKind;
  readonly reason: string;
  /** whether another attempt may succeed */
  readonly isTemporary: boolean;

  constructor(kind: RefusalKind, reason: string, { isTemporary = false } = {}) {
    super(reason);
    this.name = 'RemoteRefusal';
    this.kind = kind;
    this.reason = reason;
    this.isTemporary = isTemporary;
  }
}

/** Reads other hosts, but sends nothing to them: for the demo and for tests. */
export const readOnlyRemote = (get: Remote['get']): Remote => ({
  get,
  post: async (url) => {
    throw new RemoteRefusal('unreachable', `Nothing is sent to ${url} here.`, { isTemporary: true });
  },
});
