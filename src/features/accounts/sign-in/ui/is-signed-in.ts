import { routes } from '#routes/routes.ts';

/** Checks whether this browser is signed in by now. */
export async function isSignedIn(): Promise<boolean> {
  const answer = await fetch(routes.viewer(), { cache: 'no-store' }).catch(() => null);
  const { User } = answer?.ok ? await answer.json() : { User: null };
  return Boolean(User);
}
