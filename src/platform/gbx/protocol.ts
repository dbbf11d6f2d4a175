/** What goes to a reading thread and what comes back. */
export type ReadKind =
  | 'challenge'
  | 'replay'
  | 'checkpoints'
  | 'drawing'
  | 'solid'
  | 'inputs'
  | 'line'
  | 'shared-inputs'
  | 'run-on-track';

export interface ReadRequest {
  readonly kind: ReadKind;
  readonly bytes: Uint8Array;
}

/** `failure` is a bug of the reader, never the fault of a file: that is a refusal, and refusals are results. */
export type ReadAnswer<Result> = { readonly result: Result } | { readonly failure: string };

/** The first message of a thread, sent when its code is loaded. */
export const ready = 'ready';
