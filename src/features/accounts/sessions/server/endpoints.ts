import { z } from 'zod';
import type { RouteTable } from '#platform/http/router.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { SessionForm } from '../../forms.ts';
import { formEndpoint } from '../../server/form-endpoint.ts';
import { endOtherSessions, endSession } from './sessions.ts';

const endSessionEndpoint = formEndpoint({
  touches: 'account',
  alwaysFor: 'the safety of the account',
  input: SessionForm,
  run: (ctx, _, { sessionId }) => endSession(ctx, sessionId),
  next: () => routes.account('session'),
  page: routes.account(),
});

const logoutElsewhereEndpoint = formEndpoint({
  touches: 'account',
  alwaysFor: 'the safety of the account',
  input: z.object({}),
  run: endOtherSessions,
  next: () => routes.account('sessions'),
});

/** Ending sessions of one's own in other browsers. */
export const sessionRoutes: RouteTable = {
  [post(routes.sessionEnd)]: endSessionEndpoint,
  [post(routes.logoutElsewhere)]: logoutElsewhereEndpoint,
};
