import { largestInteger } from '#lib/codes/ids.ts';
import { wellFormed } from '#lib/codes/text.ts';
import { invisibleMistake, withoutLoneJoiners } from '#lib/game-text/invisible.ts';
import { z } from '#lib/wire/z.ts';
import { maxRoleCharacters, type PeopleRules, type PersonSetting, personMessages } from './people-list.ts';

const cleanRole = (text: string) => withoutLoneJoiners(wellFormed(text).replace(/\p{Cc}+/gu, ' ')).trim();

const sentPerson = z.object({
  UserId: z
    .int({ error: personMessages.unknown })
    .positive({ error: personMessages.unknown })
    .max(largestInteger, { error: personMessages.unknown }),
  Role: z
    .string()
    .transform(cleanRole)
    .refine((role) => Array.from(role).length <= maxRoleCharacters, personMessages.role)
    .superRefine((role, issue) => {
      const message = invisibleMistake('A role', role);
      if (message) issue.addIssue({ code: 'custom', message });
    }),
});

/** Everyone in the list except the first, each once, in the order of mention; the same in the browser and on the server. */
export function peopleSettings({ most, messages }: PeopleRules) {
  const sent = z.array(sentPerson).max(most, messages.tooMany);
  return (firstId: number) =>
    sent.superRefine((people, issue) => {
      const seen = new Set<number>();
      people.forEach(({ UserId }, index) => {
        const message = UserId === firstId ? messages.first : seen.has(UserId) ? messages.duplicate : null;
        if (message) issue.addIssue({ code: 'custom', message, path: [index, 'UserId'] });
        seen.add(UserId);
      });
    }) satisfies z.ZodType<PersonSetting[]>;
}
