import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { NameForm } from '../../forms.ts';
import { mayChangeAccount } from '../../server/policy.ts';
import { prepareName, rename } from './rename.ts';

/** The change of one's own name. */
export const nameRoutes: RouteTable = {
  [post(routes.accountName)]: action({
    touches: 'account',
    input: NameForm,
    allow: mayChangeAccount,
    prepare: prepareName,
    run: rename,
    next: () => routes.account('name'),
    form: routes.accountName(),
  }),
};
