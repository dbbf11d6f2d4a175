import type { Sender } from '#platform/auth/cookies.ts';
import type { HttpRequest } from '#platform/http/types.ts';

/** The request of a form: its sender, their address, and the origin that users see for this edition. */
export type From = Sender & Pick<HttpRequest, 'address' | 'origin' | 'headers'>;
