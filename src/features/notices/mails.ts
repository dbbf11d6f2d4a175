interface MailedNotice {
  name: string;
  /** name of the edition, such as "Nations Forever" */
  edition: string;
  label: string;
  text: string;
  link: string;
  settingsLink: string;
}

/** A notice as a mail. */
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
