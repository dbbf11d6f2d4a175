import type { Sender } from '#platform/auth/cookies.ts';
import type { HttpRequest } from '#platform/http/types.ts';

/** The request around a form: who sends it, from where, and under which address people see this edition. */
export type From = Sender & Pick<HttpRequest, 'address' | 'origin' | 'headers'>;
