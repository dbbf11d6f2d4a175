import { routes } from '#routes/routes.ts';
import { nameClass } from './name-class.ts';

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
  /** of the edition if it is another one */
  origin?: string;
}

/** A user's name as a link to their page. The page of a custom address is opened in a new tab. */
export function PersonLink({ person, look = 'by', origin = '' }: Props) {
  const isCustom = typeof person.CustomUrl === 'string';
  return (
    <a
      className={nameClass(look, person.Tint)}
      dir="auto"
      href={`${origin}${routes.userPage(person)}`}
      target={isCustom ? '_blank' : undefined}
    >
      {person.Name}
    </a>
  );
}
