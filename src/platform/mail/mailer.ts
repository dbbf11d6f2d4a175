export interface Mail {
  to: string;
  subject: string;
  /** plain text */
  text: string;
  /** as in `<5.tmnf@example.org>`; generated if missing */
  messageId?: string;
  /** the address that stops mails like this one when a mail program sends a POST to it (RFC 8058) */
  unsubscribeLink?: string;
}

interface SendOptions {
  /**
   * Runs immediately before the mail can be accepted: it is not delivered before this resolves, and never if it throws.
   * For mails that must never be sent twice: what it commits is known to the next process, however this one ends.
   */
  handingOver?(): Promise<void>;
}

export interface Mailer {
  /** false without a mail server: mails go to a folder, and accounts need no confirmation */
  readonly delivers: boolean;
  /** Throws MailRefused if the server refused this mail; after any other error nothing is known. */
  send(mail: Mail, options?: SendOptions): Promise<void>;
}

/** The mail server refused this mail, so it was not accepted. */
export class MailRefused extends Error {
  /** false if the server said that a later attempt may succeed */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal }: { isFinal: boolean }) {
    super(message);
    this.name = 'MailRefused';
    this.isFinal = isFinal;
  }
}

/** The header fields of a mail that can be unsubscribed from with one click. */
export const unsubscribeHeaders = ({ unsubscribeLink }: Mail): Readonly<Record<string, string>> =>
  unsubscribeLink === undefined
    ? {}
    : {
        'List-Unsubscribe': `<${unsubscribeLink}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };
