import { type KeyboardEvent, useEffect, useRef } from 'react';
import { SMILEYS } from '#lib/bbcode/smileys.ts';
import { find, findAll } from '../dom.ts';

interface Props {
  id: string;
  onChoose(code: string): void;
  onClose(): void;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Every smiley as a button with its code. Opens with the focus on the first; Escape closes it. */
export function SmileyPicker({ id, onChoose, onClose }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => find(panel.current, 'button', HTMLButtonElement)?.focus(), []);
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
      return;
    }
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = findAll(event.currentTarget, 'button', HTMLButtonElement);
    const at = buttons.findIndex((button) => button.matches(':focus'));
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; this is a group of buttons
    <div className="smileys" id={id} ref={panel} role="group" aria-label="Smileys" onKeyDown={move}>
      {SMILEYS.map(({ code, stem }) => (
        <button
          key={code}
          type="button"
          className="act smileys__b"
          title={`${stem} ${code}`}
          aria-label={`${stem} ${code}`}
          onClick={() => onChoose(code)}
        >
          <img src={`/images/smiles/${stem}.svg`} alt="" width="20" height="20" />
        </button>
      ))}
    </div>
  );
}
