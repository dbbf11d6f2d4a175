import { Avatar } from '#ui/Avatar.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import type { CrewRow } from '../crew.ts';

/** Current or former members of the crew. */
export function CrewList({ people }: { people: readonly CrewRow[] }) {
  return (
    <ul className="crew">
      {people.map((person) => (
        <li key={person.UserId}>
          <Avatar person={person} size="large" />
          <PersonLink person={person} />
          {(person.Notes ?? person.CustomTitle) && (
            <span className="dim">{person.Notes ?? person.CustomTitle}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
