import type { IconName } from './icon-name.ts';

interface Props {
  href: string;
  icon: IconName;
  /** its name and tooltip */
  title: string;
}

/** A link that is an icon and nothing else, for the rows of a list: a single element, which Button.css recognises by its class. */
export const IconLink = ({ href, icon, title }: Props) => (
  // biome-ignore lint/a11y/useAnchorContent: its title is its name
  <a className={`i-${icon}`} href={href} title={title} />
);
