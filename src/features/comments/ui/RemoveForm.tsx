import type { ReactNode } from 'react';
import { routes } from '#routes/routes.ts';
import { tokenField } from '#ui/api.ts';
import { Icon } from '#ui/Icon.tsx';

interface Props {
  commentId: number;
  /** the secret of an unlisted track's link */
  secret: string | null;
  token: string;
  isAward: boolean;
  /** another user's text: a reason is required */
  isModeration: boolean;
  reason?: string;
  problem?: { readonly detail: string; readonly field?: string | undefined } | undefined;
  /** the button to cancel, which comes first */
  children: ReactNode;
}

/** Asks before a text is removed; moderators must give a reason. A plain form, on a page or in a dialog. */
export function RemoveForm(props: Props) {
  const { commentId, secret, isAward, isModeration, problem } = props;
  const ofReason = problem?.field === 'Reason' ? problem.detail : undefined;
  return (
    <form className="form form--one" method="post" action={routes.commentDelete(commentId)}>
      <input type="hidden" name={tokenField} value={props.token} />
      {secret && <input type="hidden" name="key" value={secret} />}
      {problem && !ofReason && (
        <div className="note note--bad" role="alert">
          <Icon name="warn" />
          <div>{problem.detail}</div>
        </div>
      )}
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
            defaultValue={props.reason}
            aria-describedby={ofReason ? 'f-Reason-hint f-Reason-error' : 'f-Reason-hint'}
            aria-invalid={ofReason ? true : undefined}
          />
          <span className="hint" id="f-Reason-hint">
            The author is notified, and the reason is recorded in the moderation log.
          </span>
          {ofReason && (
            <span className="err" id="f-Reason-error" role="alert">
              <Icon name="warn" />
              {ofReason}
            </span>
          )}
        </div>
      ) : (
        <p>{isAward ? 'The award and its text are removed.' : 'The text is removed; replies to it stay.'}</p>
      )}
      <div className="form__end">
        {props.children}
        <button type="submit" className="btn btn--bad">
          <Icon name="trash" />
          {isAward && !isModeration ? 'Withdraw the award' : 'Delete'}
        </button>
      </div>
    </form>
  );
}

/** Title of the page or dialog. */
export const removeTitle = (isAward: boolean, isModeration: boolean) =>
  isAward && !isModeration ? 'Withdraw your award' : `Delete ${isAward ? 'this award' : 'this comment'}`;
