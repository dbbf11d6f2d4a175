import { z } from '#lib/wire/z.ts';

/** A finding about a file. */
export const issueSchema = z.object({
  Level: z.enum(['error', 'warning', 'notice']).describe('only an error refuses the file'),
  Code: z.string().describe('stable, for programs'),
  Message: z.string(),
  Link: z.string().optional(),
  Editions: z.array(z.string()).optional().describe('the editions that take the file'),
});

/** Why one entry of a request was refused. */
export const problemSchema = z.object({
  status: z.int(),
  title: z.string(),
  detail: z.string(),
  type: z.string(),
  field: z.string().optional(),
  file: z.string().optional(),
  link: z.string().optional(),
});
