/** One address that the ordinary visitor opens. */
export interface Visit {
  /** what the table calls it */
  readonly kind: string;
  readonly path: string;
}

export interface Account {
  readonly name: string;
  readonly password: string;
}

/** What the processes of a case know about the site. Sent as JSON. */
export interface Stage {
  readonly port: number;
  readonly host: string;
  /** how long the case takes */
  readonly seconds: number;
  /** the ordinary visitor */
  readonly account: Account;
  readonly visits: readonly Visit[];
  readonly trackIds: readonly number[];
  readonly userIds: readonly number[];
  /** threads in which every user may write */
  readonly threadIds: readonly number[];
  /** a track for which a case makes thousands of small replays */
  readonly crowdedTrackId: number;
  /** a track for which a case makes a few large ones: their zip does not fit into socket buffers */
  readonly heavyTrackId: number;
}

/** One request of the ordinary visitor. */
export interface Visited {
  readonly kind: string;
  readonly ms: number;
  /** null: no response, or an incomplete one */
  readonly status: number | null;
  /** whether a healthy site responds like this */
  readonly ok: boolean;
}

export interface VisitorReport {
  readonly visited: readonly Visited[];
  /** the longest time for which the visitor's own process did nothing: its part of the measured times */
  readonly ownStopMs: number;
}

export interface AttackReport {
  /** number of responses by status; `none`: no response, or an incomplete one */
  readonly statuses: Readonly<Record<string, number>>;
  /** aims of this case alone that were missed, as sentences */
  readonly missed: readonly string[];
}

/** What a process of a case says to the one that started it. */
export type PartyMessage =
  | { readonly is: 'ready' }
  | { readonly is: 'done'; readonly report: VisitorReport | AttackReport }
  | { readonly is: 'failed'; readonly message: string };
