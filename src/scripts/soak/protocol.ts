/** Requests of the soak test to inside.ts. */
export interface InsideRequest {
  readonly id: number;
  readonly ask: 'heap' | 'kill thread';
}

export type InsideAnswer =
  | { readonly to: number; readonly bytes: number }
  | { readonly to: number; readonly killed: number };
