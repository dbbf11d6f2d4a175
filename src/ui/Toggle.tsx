import { useSyncExternalStore } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-name.ts';
import { followPressed, isPressed } from './stores/pressed.ts';

interface Props {
  /** key of the toggled thing, the same for all its buttons on a page: 'later-12' */
  toggle: string;
  action: string;
  method: 'PUT' | 'POST';
  isOn: boolean;
  icon: readonly [off: IconName, on: IconName];
  label: string;
  /** a small button with a hidden label; otherwise one with text */
  quiet?: boolean;
  /** a field that is sent with the form; without a value it contains the requested state: 'true' while it is off */
  field: string;
  value?: string;
  /** other parts of the page change too */
  reloads?: boolean;
  /** confirmations; {Name} is replaced with that field of the response */
  confirmations: readonly [on: string, off: string];
}

/** The form of every toggle on a page: Base.astro renders it with the user's token. */
export const writeForm = 'write';

/** A toggle button: part of a plain form without scripts, and the same with or without React. */
export function Toggle(props: Props) {
  const { toggle, isOn, icon, label, quiet = false, value, confirmations } = props;
  const on = useSyncExternalStore(
    followPressed,
    () => isPressed(toggle) ?? isOn,
    () => isOn,
  );
  return (
    <button
      type="submit"
      className={quiet ? 'act toggle' : 'btn btn--big toggle'}
      form={writeForm}
      formAction={props.action}
      name={props.field}
      value={value ?? String(!on)}
      aria-pressed={on}
      aria-label={quiet ? label : undefined}
      title={quiet ? label : undefined}
      data-live={props.method}
      data-toggle={toggle}
      data-wants={value === undefined ? '' : undefined}
      data-reload={props.reloads ? '' : undefined}
      data-on={confirmations[0]}
      data-off={confirmations[1]}
    >
      <Icon name={icon[0]} />
      <Icon name={icon[1]} />
      {!quiet && label}
    </button>
  );
}
