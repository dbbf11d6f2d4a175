import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { get, post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { alwaysFor, mayChangeAfterProof } from '../../server/policy.ts';
import { AllowForm, ApplicationForm, ApplicationRef, SavedApplicationForm } from '../forms.ts';
import { askedNames } from '../model.ts';
import { registerApplication, removeApplication, saveApplication } from './applications.ts';
import { allowApplication, countDecision, parametersOf } from './authorize.ts';
import { mayRegister } from './policy.ts';
import { metadataEndpoint, revokeEndpoint, tokenEndpoint } from './program-endpoints.ts';

const afterProof = mayChangeAfterProof(routes.applications());

const allowEndpoint: Endpoint = {
  ...action({
    touches: 'account',
    input: AllowForm,
    allow: (ctx, form) => mayChangeAfterProof(routes.oauthAuthorize(parametersOf(form)))(ctx),
    prepare: countDecision,
    run: allowApplication,
    next: ({ Location }) => Location,
    form: (form) =>
      routes.oauthAuthorize(Object.fromEntries(askedNames.map((name) => [name, form.get(name) ?? '']))),
  }),
  oauth: 'authorizationUrl',
};

/** Applications of the viewer, and what they need to get tokens of users. */
export const applicationRoutes: RouteTable = {
  [post(routes.applications)]: action({
    touches: 'account',
    input: ApplicationForm,
    allow: mayRegister,
    run: registerApplication,
    next: ({ ApplicationId }) => routes.application(ApplicationId, 'registered'),
    form: routes.applications(),
  }),
  [post(routes.application)]: action({
    touches: 'account',
    input: SavedApplicationForm,
    allow: mayRegister,
    run: saveApplication,
    next: ({ ApplicationId }) => routes.application(ApplicationId, 'saved'),
    form: (_, { path }) => path,
  }),
  [post(routes.applicationRemove)]: action({
    touches: 'account',
    ...alwaysFor('the safety of the account'),
    input: ApplicationRef,
    allow: afterProof,
    run: removeApplication,
    next: () => routes.applications('removed'),
    form: (_, { path }) => path.replace(/\/remove$/, ''),
  }),
  [post(routes.oauthAuthorize)]: allowEndpoint,
  [post(routes.oauthToken)]: tokenEndpoint,
  [post(routes.oauthRevoke)]: revokeEndpoint,
  [get(routes.oauthMetadata)]: metadataEndpoint,
};
