import { Fragment } from 'react';
import { routes } from '#routes.ts';

interface Author {
  userId: number;
  name: string;
  isPending: boolean;
}

interface Props {
  authors: readonly Author[];
  /** without the word 'by', if a column head says it */
  bare?: boolean;
}

/** The authors: more than two are shown as the first plus '+ n'. Pending co-authors are omitted. */
export function AuthorLine({ authors, bare = false }: Props) {
  const accepted = authors.filter((author) => !author.isPending);
  const shown = accepted.length > 2 ? accepted.slice(0, 1) : accepted;
  const rest = accepted.slice(shown.length).map((author) => author.name);
  return (
    <>
      <span className="by">
        {!bare && 'by '}
        {shown.map(({ userId, name }, index) => (
          <Fragment key={userId}>
            {index > 0 && ', '}
            <a className="by" href={routes.userShow(userId)}>
              {name}
            </a>
          </Fragment>
        ))}
      </span>
      {rest.length > 0 && (
        <>
          {' '}
          <span className="plus" title={rest.join(', ')}>
            {`+ ${rest.length}`}
          </span>
        </>
      )}
    </>
  );
}

interface Authored {
  readonly Authors: readonly {
    readonly User: { readonly UserId: number; readonly Name: string };
    readonly IsPending: boolean;
  }[];
}

/** The authors of a row for AuthorLine. */
export const authorsOf = ({ Authors }: Authored): Author[] =>
  Authors.map(({ User, IsPending }) => ({ userId: User.UserId, name: User.Name, isPending: IsPending }));
