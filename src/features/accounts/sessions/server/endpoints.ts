import { z } from 'zod';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { SessionForm } from '../../forms.ts';
import { alwaysFor, mayChangeAfterProof } from '../../server/policy.ts';
import { endOtherSessions, endSession } from './sessions.ts';

const afterProof = mayChangeAfterProof(routes.account());

const endSessionEndpoint = action({
  touches: 'account',
  ...alwaysFor('the safety of the account'),
  input: SessionForm,
  allow: afterProof,
  run: endSession,
  next: () => routes.account('session'),
  form: routes.account(),
});

const logoutElsewhereEndpoint = action({
  touches: 'account',
  ...alwaysFor('the safety of the account'),
  input: z.object({}),
  allow: afterProof,
  run: endOtherSessions,
  next: () => routes.account('sessions'),
});

/** Ending sessions of one's own in other browsers. */
export const sessionRoutes: RouteTable = {
  [post(routes.sessionEnd)]: endSessionEndpoint,
  [post(routes.logoutElsewhere)]: logoutElsewhereEndpoint,
};
