import { Fragment } from 'react';
import { type LinkedPerson, PersonLink } from '#ui/PersonLink.tsx';

interface Author {
  userId: number;
  name: string;
  customUrl: string | null;
  tint: number;
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
        {shown.map(({ userId, name, customUrl, tint }, index) => (
          <Fragment key={userId}>
            {index > 0 && ', '}
            <PersonLink person={{ UserId: userId, Name: name, CustomUrl: customUrl, Tint: tint }} />
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
    readonly User: LinkedPerson;
    readonly IsPending: boolean;
  }[];
}

/** The authors of a row for AuthorLine. */
export const authorsOf = ({ Authors }: Authored): Author[] =>
  Authors.map(({ User, IsPending }) => ({
    userId: User.UserId,
    name: User.Name,
    customUrl: User.CustomUrl ?? null,
    tint: User.Tint ?? 0,
    isPending: IsPending,
  }));
