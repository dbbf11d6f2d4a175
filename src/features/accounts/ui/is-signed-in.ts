import { routes } from '#routes.ts';

/** Asks the server who this browser is by now. */
export async function isSignedIn(): Promise<boolean> {
  const answer = await fetch(routes.viewer(), { cache: 'no-store' }).catch(() => null);
  const { User } = answer?.ok ? await answer.json() : { User: null };
  return Boolean(User);
}
