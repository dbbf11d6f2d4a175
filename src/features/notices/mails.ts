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
    `You get this because you asked for notices by mail. To end it, open:\n${settingsLink}`,
    'Paddock',
  ].join('\n\n'),
});
