import { z } from 'zod';

/** The body of every failed call, as application/problem+json (RFC 9457). */
export const ProblemBody = z.object({
  status: z.number().int(),
  title: z.string(),
  detail: z.string(),
  type: z.string(),
  /** the invalid field, as named in the request */
  field: z.string().optional(),
  /** the invalid file, as named by the sender */
  file: z.string().optional(),
  /** a path on this edition that may help */
  link: z.string().optional(),
});
export type ProblemBody = z.infer<typeof ProblemBody>;
