import { z } from 'zod';

/** What every failing call answers with, as application/problem+json (RFC 9457). */
export const ProblemBody = z.object({
  status: z.number().int(),
  title: z.string(),
  detail: z.string(),
  type: z.string(),
  /** the field at fault, as named in the request */
  field: z.string().optional(),
  /** the file at fault, as named by the sender */
  file: z.string().optional(),
  /** where to look instead, a path on this edition */
  link: z.string().optional(),
});
export type ProblemBody = z.infer<typeof ProblemBody>;
