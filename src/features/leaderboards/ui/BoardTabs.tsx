import { routes } from '#routes/routes.ts';
import type { Site } from '#sites/schema.ts';
import { boardEnvironments, type boardOf, boardsOf } from '../search.ts';

interface Props {
  site: Site;
  shown: ReturnType<typeof boardOf>;
}

/** Links to all boards of the edition: by kind, and those of each environment. */
export function BoardTabs({ site, shown }: Props) {
  const environments = [{ id: 0, name: 'All' }, ...boardEnvironments(site)];
  return (
    <div className="boardtabs">
      <nav className="seg" aria-label="Leaderboards">
        {boardsOf(site).map(([lbid, name]) => (
          <Tab
            key={lbid}
            href={routes.leaderboards(lbid || null, shown.environment || null)}
            name={name}
            isShown={lbid === shown.board}
          />
        ))}
        <Tab href={routes.packSearch()} name="Packs" isShown={shown.isPack} />
      </nav>
      {environments.length > 1 && !shown.isPack && (
        <nav className="seg" aria-label="Environments">
          {environments.map(({ id, name }) => (
            <Tab
              key={id}
              href={routes.leaderboards(shown.board || null, id || null)}
              name={name}
              isShown={id === shown.environment}
            />
          ))}
        </nav>
      )}
    </div>
  );
}

function Tab({ href, name, isShown }: { href: string; name: string; isShown: boolean }) {
  return (
    <a className="btn" href={href} aria-current={isShown ? 'page' : undefined}>
      {name}
    </a>
  );
}
