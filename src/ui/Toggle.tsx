import { useSyncExternalStore } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-name.ts';
import { followPressed, isPressed } from './stores/pressed.ts';
import './Toggle.css';

interface Props {
  /** what it stands for, the same for all its buttons on a page: 'later-12' */
  toggle: string;
  action: string;
  method: 'PUT' | 'POST';
  isOn: boolean;
  icon: readonly [off: IconName, on: IconName];
  label: string;
  /** a small icon whose name is not shown; else a button with words */
  quiet?: boolean;
  /** name of the field that says what is wanted: 'true' when it is off */
  field: string;
  /** what is said afterwards; {Name} stands for a word of the answer */
  said: readonly [on: string, off: string];
}

/** The form of every toggle on a page: Base.astro puts it there with the person's token. */
export const writeForm = 'write';

/** A button that stays pressed. A plain form's button without scripts, and the same look with or without React. */
export function Toggle({ toggle, action, method, isOn, icon, label, quiet = false, field, said }: Props) {
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
      formAction={action}
      name={field}
      value={String(!on)}
      aria-pressed={on}
      aria-label={quiet ? label : undefined}
      title={quiet ? label : undefined}
      data-live={method}
      data-toggle={toggle}
      data-on={said[0]}
      data-off={said[1]}
    >
      <Icon name={icon[0]} />
      <Icon name={icon[1]} />
      {!quiet && label}
    </button>
  );
}
