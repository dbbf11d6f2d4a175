import { routes } from '#routes.ts';

export interface LinkedPerson {
  readonly UserId: number;
  readonly Name: string;
  readonly CustomUrl?: string | null | undefined;
  readonly Tint?: number | undefined;
}

interface Props {
  person: LinkedPerson;
  /** its look, apart from the tint */
  look?: string;
}

/** Classes of names by `Tint`: 1 supporters, 2 the crew. */
const tints = ['', 'sup', 'mod'];

/** The classes of a name with this look and tint. */
export const nameClass = (look: string, tint: number | undefined): string =>
  tints[tint ?? 0] ? `${look} ${tints[tint ?? 0]}` : look;

/** A user's name as a link to their page. The page of a custom address is opened in a new tab. */
export function PersonLink({ person, look = 'by' }: Props) {
  const isCustom = typeof person.CustomUrl === 'string';
  return (
    <a
      className={nameClass(look, person.Tint)}
      href={routes.userPage(person)}
      target={isCustom ? '_blank' : undefined}
    >
      {person.Name}
    </a>
  );
}
