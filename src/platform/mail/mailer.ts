export interface Mail {
  to: string;
  subject: string;
  /** plain text */
  text: string;
}

export interface Mailer {
  /** false without a mail server: mails go to a folder, and accounts need no confirmation */
  readonly delivers: boolean;
  send(mail: Mail): Promise<void>;
}
