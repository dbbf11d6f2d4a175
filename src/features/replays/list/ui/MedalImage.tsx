import { medalNames } from '../../model.ts';

function medalOf(medal: number) {
  const name = medal > 0 ? medalNames[medal] : undefined;
  return name ? { name, label: `${name[0]?.toUpperCase()}${name.slice(1)} medal` } : null;
}

/** A medal, 1 bronze … 4 author; nothing for 0. */
export function MedalImage({ medal, size = 16 }: { medal: number; size?: number }) {
  const found = medalOf(medal);
  if (!found) return null;
  const { name, label } = found;
  return <img src={`/images/medals/${name}.svg`} alt={label} title={label} width={size} height={size} />;
}

/** The same for the rows of a list, in half the bytes. */
export function MedalMark({ medal }: { medal: number }) {
  const found = medalOf(medal);
  return found && <i className={`medal--${found.name}`} role="img" title={found.label} />;
}
