import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { get, post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { GrantForm, NoticesForm } from '../forms.ts';
import { grantByHand, grantSubject, revokeByHand, switchNotices } from './actions.ts';
import { achievementList } from './list.ts';
import { mayGrant, maySwitchNotices } from './policy.ts';

const grant = action({
  touches: 'edition',
  input: GrantForm,
  role: mayGrant,
  subject: grantSubject,
  allow: ({ viewer }) => mayGrant(viewer),
  run: grantByHand,
  next: () => routes.achievements('granted'),
  form: routes.achievements(),
});
const revoke = action({
  touches: 'edition',
  input: GrantForm,
  role: mayGrant,
  subject: grantSubject,
  allow: ({ viewer }) => mayGrant(viewer),
  run: revokeByHand,
  next: () => routes.achievements('revoked'),
  form: routes.achievements(),
});
const notices = action({
  touches: 'edition',
  whileMuted: 'allowed',
  input: NoticesForm,
  allow: ({ viewer }) => maySwitchNotices(viewer),
  run: switchNotices,
  next: () => routes.achievements('notices'),
});

/** The routes of achievements other than pages. */
export const achievementRoutes: RouteTable = {
  [get(routes.apiAchievements)]: listEndpoint(achievementList),
  [post(routes.achievementGrant)]: grant,
  [post(routes.achievementRevoke)]: revoke,
  [post(routes.achievementNotices)]: notices,
};
