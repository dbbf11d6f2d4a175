/** What the page and the dialog say before a comment or an award is removed. `isModeration`: it is another user's. */
export const removalTexts = (isAward: boolean, isModeration: boolean) => ({
  title:
    isAward && !isModeration ? 'Withdraw your award' : `Delete ${isAward ? 'this award' : 'this comment'}`,
  about: isAward ? 'The award and its text are removed.' : 'The text is removed; replies to it stay.',
  reasonHint: 'The author is notified, and the reason is recorded in the moderation log.',
  button: isAward && !isModeration ? 'Withdraw the award' : 'Delete',
});
