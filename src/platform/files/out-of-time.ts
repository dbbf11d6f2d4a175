import { Problem } from '#platform/http/problem.ts';

/**
 * Whether libvips stopped because its time was over. It measures elapsed time, which includes waiting for a processor, so this says
 * nothing about the picture: pixels are limited before any is decoded, and the next attempt may succeed.
 */
export const ranOutOfTime = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('timeout:');

/** The refusal of a picture that could not be drawn in time. */
export const noTimeToDraw = (): Problem =>
  new Problem(
    503,
    'The server is too busy to read this picture at the moment. Nothing is wrong with the picture: try again in a few seconds.',
    { retryAfterSeconds: 5 },
  );
