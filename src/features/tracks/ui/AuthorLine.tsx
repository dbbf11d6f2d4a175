interface Props {
  authors: readonly { name: string; isPending: boolean }[];
  /** without the word 'by', where a column head says it */
  bare?: boolean;
}

/** Who made it: over two collapse to the first plus '+ n' (spec §2.3). Invitations not yet accepted are left out. */
export function AuthorLine({ authors, bare = false }: Props) {
  const names = authors.filter((author) => !author.isPending).map((author) => author.name);
  const shown = names.length > 2 ? names.slice(0, 1) : names;
  const rest = names.slice(shown.length);
  return (
    <>
      <span className="by">{`${bare ? '' : 'by '}${shown.join(', ')}`}</span>
      {rest.length > 0 && (
        <span className="plus" title={rest.join(', ')}>
          {`+ ${rest.length}`}
        </span>
      )}
    </>
  );
}

/** The authors of a row as AuthorLine takes them. */
export const authorsOf = (track: {
  readonly Authors: readonly { readonly User: { readonly Name: string }; readonly IsPending: boolean }[];
}) => track.Authors.map(({ User, IsPending }) => ({ name: User.Name, isPending: IsPending }));
