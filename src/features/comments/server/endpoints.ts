import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { get, post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { DeleteForm, WriteForm } from '../forms.ts';
import { submit } from './actions.ts';
import { removeComment } from './acts.ts';
import { awardList, commentList } from './list.ts';
import { messageNamesEndpoint } from './names-endpoint.ts';
import { mayComment, mayDelete, mayWrite } from './policy.ts';
import { removalSubject, writeSubject } from './subject.ts';

/** A refused form is shown again on the page with the same address. */
const samePage = (form: URLSearchParams, request: HttpRequest): string => {
  const about = ['replyTo', 'key'].flatMap((name) => {
    const value = form.get(name)?.slice(0, 100);
    return value ? [[name, value]] : [];
  });
  const query = new URLSearchParams(about).toString();
  const path = encodeURI(request.path);
  return query ? `${path}?${query}` : path;
};

const writeComment = action({
  touches: 'edition',
  input: WriteForm,
  role: mayComment,
  subject: writeSubject,
  allow: ({ viewer }, subject) => mayWrite(viewer, subject),
  run: submit,
  next: ({ Link }) => Link,
  form: samePage,
});

const removal = action({
  touches: 'edition',
  input: DeleteForm,
  role: mayComment,
  subject: removalSubject,
  allow: ({ viewer, clock }, { comment }) => mayDelete(viewer, comment, clock.now()),
  run: removeComment,
  next: ({ Link }) => Link,
  form: samePage,
});

/** The routes of comments and awards other than pages. */
export const commentRoutes: RouteTable = {
  [get(routes.apiComments)]: listEndpoint(commentList),
  [get(routes.apiAwards)]: listEndpoint(awardList),
  [get(routes.messageNames)]: messageNamesEndpoint,
  [post(routes.commentUpdate)]: writeComment,
  [post(routes.commentDelete)]: removal,
};
