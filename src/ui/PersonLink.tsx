import { routes } from '#routes.ts';

interface Props {
  person: { readonly UserId: number; readonly Name: string };
  /** the crew and supporters are tinted */
  tint?: 'mod' | 'sup' | undefined;
}

/** A user's name as a link to their page. */
export function PersonLink({ person, tint }: Props) {
  return (
    <a className={tint ? `by ${tint}` : 'by'} href={routes.userShow(person.UserId)}>
      {person.Name}
    </a>
  );
}
