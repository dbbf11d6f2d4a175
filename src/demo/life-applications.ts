import { ApplicationForm } from '#features/accounts/applications/forms.ts';
import { registerApplication } from '#features/accounts/applications/server/applications.ts';
import { allowApplication, readAsked } from '#features/accounts/applications/server/authorize.ts';
import { challengeOf, exchangeCode } from '#features/accounts/applications/server/exchange.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import { actAs, named, type Scene } from './scene.ts';

const settings = ApplicationForm.parse({
  Name: 'Route Planner',
  Website: 'https://routeplanner.example/',
  Addresses: 'https://routeplanner.example/signed-in\nhttp://127.0.0.1/signed-in',
});
const verifier = 'a-verifier-of-the-demo-with-43-characters-0';

/** A tool of one user, which another has allowed to see Play later. It belongs to no edition, so one of them makes it. */
export async function seedApplications(scene: Scene): Promise<void> {
  const { tx } = scene;
  await lockUntilCommit(tx, 'applications of the demo');
  const known = await tx.db
    .selectFrom('oauth_application')
    .select('application_id')
    .limit(1)
    .executeTakeFirst();
  if (known) return;
  const now = tx.clock.now();
  const { ClientId } = await registerApplication(
    actAs(tx, named(scene, 'bob'), daysBefore(now, 60)),
    settings,
  );
  const userTx = actAs(tx, named(scene, 'alice'), daysBefore(now, 3));
  const [redirect = ''] = settings.Addresses;
  const origin = `http://${tx.site.host}`;
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: ClientId,
    redirect_uri: redirect,
    scope: 'playlater comments',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
  });
  const asked = await readAsked(userTx, query, origin);
  if (asked.is !== 'asked') throw new Error(`The request of ${settings.Name} is refused.`);
  const { Location } = await allowApplication(userTx, asked, { origin });
  const code = new URL(Location).searchParams.get('code') ?? '';
  const given = await exchangeCode(userTx, { clientId: ClientId, code, redirect, verifier });
  if (!given) throw new Error(`${settings.Name} gets no token.`);
}
