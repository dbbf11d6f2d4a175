/** Requests to inside.ts: the counters since the last request, and whether a statement had this value. */
export interface UsageRequest {
  readonly id: number;
  /** a text to look for in the values of the statements that follow */
  readonly marker: string | null;
}

export interface UsageAnswer {
  readonly to: number;
  /** processor time of the process, all threads */
  readonly cpuMs: number;
  readonly statements: number;
  /** statements with the marker of the request before this one */
  readonly marked: number;
  readonly longestStopMs: number;
  readonly residentBytes: number;
}
