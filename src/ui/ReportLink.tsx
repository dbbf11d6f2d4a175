import { Icon } from './Icon.tsx';

interface Props {
  /** the report form for this subject, from routes.report */
  href: string;
  /** completes "Report …" for screen readers, e.g. `this track` */
  what: string;
  /** only the icon, for rows */
  iconOnly?: boolean;
  big?: boolean;
}

/** Leads to the form that reports something to the crew. */
export function ReportLink({ href, what, iconOnly = false, big = false }: Props) {
  if (iconOnly) {
    return (
      <a className="act" href={href} title={`Report ${what}`}>
        <Icon name="flag" />
      </a>
    );
  }
  return (
    <a className={`btn btn--quiet${big ? ' btn--big' : ''}`} href={href}>
      <Icon name="flag" />
      Report<span className="sr"> {what}</span>
    </a>
  );
}
