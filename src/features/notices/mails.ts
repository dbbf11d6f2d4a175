import { type NoticeGroup, noticeGroups } from './kinds.ts';

interface MailedNotice {
  readonly label: string;
  readonly text: string;
  readonly link: string;
}

interface Whom {
  readonly name: string;
  /** such as "Paddock Nations Forever" */
  readonly edition: string;
  readonly links: {
    /** stops mails like this one */
    readonly stop: string;
    readonly stopAll: string;
    readonly settings: string;
  };
}

/** Notices listed in one digest. */
export const maxDigestNotices = 50;

const foot = (why: string, stop: string, { edition, links }: Whom) =>
  [
    '-- ',
    why,
    `${stop}\n${links.stop}`,
    `Turn off all email from ${edition}:\n${links.stopAll}`,
    `All settings:\n${links.settings}`,
  ].join('\n\n');

/** A mail about one notice, at once. */
export function noticeLetter(letter: Whom & { notice: MailedNotice; group: NoticeGroup }) {
  const { name, edition, notice } = letter;
  const group = noticeGroups[letter.group].name;
  return {
    subject: `${notice.label} on ${edition}`,
    text: [
      `Hi ${name},`,
      `${notice.text}\n${notice.link}`,
      foot(`You’re getting this because email is on for ${group}.`, `Turn it off:`, letter),
    ].join('\n\n'),
  };
}

/** A mail about what was new in a day or a week. */
export function digestLetter(
  letter: Whom & { delivery: 'daily' | 'weekly'; notices: readonly MailedNotice[] },
) {
  const { name, edition, delivery, notices } = letter;
  const listed = notices.slice(0, maxDigestNotices);
  const count = notices.length > maxDigestNotices ? `More than ${maxDigestNotices}` : String(notices.length);
  const period = delivery === 'daily' ? 'yesterday' : 'last week';
  const noun = notices.length === 1 ? 'notice' : 'notices';
  return {
    subject: `${count} new ${noun} on ${edition}`,
    text: [
      `Hi ${name},`,
      `New since ${period}:`,
      ...listed.map(({ label, text, link }) => `${label}: ${text}\n${link}`),
      ...(notices.length > maxDigestNotices ? ['See the rest on the site.'] : []),
      foot(`You’re getting this because you chose a ${delivery} digest.`, `Turn it off:`, letter),
    ].join('\n\n'),
  };
}
