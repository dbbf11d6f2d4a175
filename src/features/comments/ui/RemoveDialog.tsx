import { useRef } from 'react';
import { routes } from '#routes/routes.ts';
import { IslandForm } from '#ui/form/IslandForm.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Question } from '#ui/Question.tsx';
import { removalTexts } from '../model.ts';

export interface Removal {
  readonly commentId: number;
  readonly isAward: boolean;
  /** another user's text: a reason is required */
  readonly isModeration: boolean;
}

interface Props extends Removal {
  /** the secret of an unlisted track's link */
  secret: string | null;
  onClose(): void;
}

/** Asks before a text is removed. Once a reason has been typed, only its buttons close it. */
export function RemoveDialog({ commentId, isAward, isModeration, secret, onClose }: Props) {
  const reason = useRef<HTMLTextAreaElement>(null);
  const { title, about, reasonHint, button } = removalTexts(isAward, isModeration);
  return (
    <Question title={title} mayClose={() => !reason.current?.value.trim()} onClose={onClose}>
      {(close) => (
        <IslandForm
          className="form form--one"
          action={routes.commentDelete(commentId)}
          fields={{ key: secret }}
        >
          {isModeration ? (
            <div className="f">
              <label htmlFor="f-Reason">Reason</label>
              <textarea
                className="in"
                id="f-Reason"
                name="Reason"
                rows={3}
                maxLength={2000}
                required
                ref={reason}
                aria-describedby="f-Reason-hint"
              />
              <span className="hint" id="f-Reason-hint">
                {reasonHint}
              </span>
            </div>
          ) : (
            <p>{about}</p>
          )}
          <div className="form__end">
            <button type="button" className="btn" onClick={close}>
              Cancel
            </button>
            <button type="submit" className="btn btn--bad">
              <Icon name="trash" />
              {button}
            </button>
          </div>
        </IslandForm>
      )}
    </Question>
  );
}
