import { routes } from '#routes.ts';
import type { CrewRow } from '../crew.ts';
import './CrewList.css';

/** Current or former members of the crew. */
export function CrewList({ people }: { people: readonly CrewRow[] }) {
  return (
    <ul className="crew">
      {people.map((person) => (
        <li key={person.UserId}>
          <span className="ava" aria-hidden="true">
            {[...person.Name].slice(0, 2).join('')}
          </span>
          <a className={person.ModTitle ? 'mod' : 'by'} href={routes.userShow(person.UserId)}>
            {person.Name}
          </a>
          <span className="dim">{person.Notes ?? person.CustomTitle}</span>
        </li>
      ))}
    </ul>
  );
}
