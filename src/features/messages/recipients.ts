import { type Added, type PersonEntry, withPerson } from '#features/users/people-picker/people-list.ts';
import { maxMembers } from './model.ts';

/** The people picker of a message: everyone but the sender. `most` is smaller when others are in the conversation already. */
export const withRecipient = (
  people: readonly PersonEntry[],
  person: { userId: number; name: string },
  ownName: string,
  most = maxMembers - 1,
): Added<PersonEntry> =>
  withPerson(
    {
      most,
      messages: {
        duplicate: 'This user is already in the list.',
        tooMany: `A conversation can have at most ${maxMembers} members.`,
        first: 'You are part of the conversation anyway.',
      },
    },
    people,
    { ...person, role: '' },
    ownName,
  );
