import type { RouteTable } from '#platform/http/router.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { NameForm } from '../../forms.ts';
import { formEndpoint } from '../../server/form-endpoint.ts';
import { rename } from './rename.ts';

/** The change of one's own name. */
export const nameRoutes: RouteTable = {
  [post(routes.accountName)]: formEndpoint({
    touches: 'account',
    input: NameForm,
    run: rename,
    answer: (value) => ({ value, setCookies: [] }),
    next: () => routes.account('name'),
    page: routes.accountName(),
  }),
};
