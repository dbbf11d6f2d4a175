import { type KeyboardEvent, useState } from 'react';
import { Icon } from '#ui/Icon.tsx';

interface Props {
  label: string;
  name: string;
  form: string;
  value: string;
  onFilter: (value: string) => void;
}

/** The filter by user name next to the search box: applied on keyup, change and press of the button. */
export function FilterBox({ label, name, form, value, onFilter }: Props) {
  const [shown, setShown] = useState(value);
  const [typed, setTyped] = useState(value);
  if (shown !== value) {
    setShown(value);
    // what is being typed has already been requested
    if (typed.trim() !== value) setTyped(value);
  }
  return (
    <span className="fbox">
      <input
        className="in"
        name={name}
        form={form}
        value={typed}
        aria-label={label}
        placeholder={label}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onKeyUp={() => onFilter(typed)}
        onBlur={() => onFilter(typed)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Enter') event.preventDefault(); // the form is the search box's
        }}
      />
      <button
        type="button"
        className="btn btn--icon needs-script"
        aria-label={`Filter by ${label.toLowerCase()}`}
        onClick={() => onFilter(typed)}
      >
        <Icon name="user" small />
      </button>
    </span>
  );
}
