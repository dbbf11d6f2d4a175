import { useRef } from 'react';
import { Question } from '#ui/Question.tsx';
import { RemoveForm, removeTitle } from './RemoveForm.tsx';

export interface Removal {
  readonly commentId: number;
  readonly isAward: boolean;
  readonly isModeration: boolean;
}

interface Props extends Removal {
  secret: string | null;
  token: string;
  onClose(): void;
}

/** Asks before a text is removed. Once a reason has been typed, only its buttons close it. */
export function RemoveDialog({ onClose, ...form }: Props) {
  const body = useRef<HTMLDivElement>(null);
  const isBlank = () => !body.current?.querySelector('textarea')?.value.trim();
  return (
    <Question title={removeTitle(form.isAward, form.isModeration)} mayClose={isBlank} onClose={onClose}>
      {(close) => (
        <div ref={body}>
          <RemoveForm {...form}>
            <button type="button" className="btn" onClick={close}>
              Keep it
            </button>
          </RemoveForm>
        </div>
      )}
    </Question>
  );
}
