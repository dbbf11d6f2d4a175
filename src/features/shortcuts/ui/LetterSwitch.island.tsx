import { useEffect, useState } from 'react';
import { areLettersOff, switchLetters } from '#ui/stores/shortcuts.ts';

/** Switches shortcuts of a single character: they disturb people who speak to their computer or press keys by accident. */
export function LetterSwitch() {
  const [isOff, setOff] = useState(false);
  useEffect(() => setOff(areLettersOff()), []);
  return (
    <label className="keys__switch needs-script">
      <input
        type="checkbox"
        checked={!isOff}
        onChange={(event) => {
          switchLetters(event.target.checked);
          setOff(!event.target.checked);
        }}
      />
      Single-key shortcuts on this device
    </label>
  );
}
