import { isModerator, Level } from '#lib/codes/level.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { Viewer } from '#platform/viewer.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { ClaimAnswerForm, ClaimForm, ClaimIdForm } from '../../forms.ts';
import { answerClaim, claimLogin, mayAnswer, mayWithdraw, withdrawClaim } from './claim.ts';
import { lockedClaim } from './read-claims.ts';

const isSignedIn = (viewer: Viewer): Verdict =>
  viewer.level >= Level.basic ? yes : no('Sign in to claim a login.');

/** Users whose address is confirmed: a claim costs the time of a moderator. */
const mayClaimLogins = (viewer: Viewer): Verdict =>
  viewer.level >= Level.standard || isModerator(viewer)
    ? yes
    : no('Confirm your email before you claim a login.');

/** Claims to logins; moderators decide about disputed ones on the page of their case. */
export const claimRoutes: RouteTable = {
  [post(routes.newLoginClaim)]: action({
    touches: 'edition',
    input: ClaimForm,
    allow: ({ viewer }) => (viewer.accountId === null ? isSignedIn(viewer) : mayClaimLogins(viewer)),
    run: (tx, { Login }) => claimLogin(tx, Login),
    next: ({ Link }) => Link,
    form: routes.account(),
  }),
  [post(routes.loginClaimWithdraw)]: action({
    touches: 'edition',
    input: ClaimIdForm,
    role: isSignedIn,
    subject: (tx, { claimId }) => lockedClaim(tx, claimId),
    allow: ({ viewer }, claim) => mayWithdraw(viewer.userId, claim),
    run: (tx, claim) => withdrawClaim(tx, claim),
    next: ({ Link }) => Link,
  }),
  [post(routes.loginClaimAnswer)]: action({
    touches: 'edition',
    // a user who may lose a login must be able to answer
    whileMuted: 'allowed',
    input: ClaimAnswerForm,
    role: isSignedIn,
    subject: (tx, { claimId }) => lockedClaim(tx, claimId),
    allow: ({ viewer }, claim) => mayAnswer(viewer.userId, claim),
    run: (tx, claim, { Answer }) => answerClaim(tx, claim, Answer),
    next: ({ Link }) => Link,
    form: (_, { path }) => path.replace(/\/answer$/, ''),
  }),
};
