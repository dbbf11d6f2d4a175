import { type IconProps, iconClass } from './icon-name.ts';

/** An icon, for React components; the same as Icon.astro. */
export const Icon = (props: IconProps) => <i className={iconClass(props)} />;
