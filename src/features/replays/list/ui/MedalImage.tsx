import { medalNames } from '../../model.ts';

/** A medal, 1 bronze … 4 author; nothing for 0. */
export function MedalImage({ medal, size = 16 }: { medal: number; size?: number }) {
  const name = medal > 0 ? medalNames[medal] : undefined;
  if (!name) return null;
  const label = `${name[0]?.toUpperCase()}${name.slice(1)} medal`;
  return <img src={`/images/medals/${name}.svg`} alt={label} title={label} width={size} height={size} />;
}
