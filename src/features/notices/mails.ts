interface MailedNotice {
  name: string;
  /** the edition it is about, such as "Nations Forever" */
  edition: string;
  label: string;
  text: string;
  link: string;
  settingsLink: string;
}

/** A notice as a letter. */
export const noticeLetter = ({ name, edition, label, text, link, settingsLink }: MailedNotice) => ({
  subject: `${label} on Paddock ${edition}`,
  text: [
    `Hello ${name},`,
    text,
    link,
    `You receive this because you chose to get notices by e-mail. To stop them, open:\n${settingsLink}`,
    'Paddock',
  ].join('\n\n'),
});
