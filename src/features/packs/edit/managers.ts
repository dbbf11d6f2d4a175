import {
  type PeopleRules,
  type PersonEntry,
  personMessages,
  withPerson,
} from '#features/users/people-picker/people-list.ts';

/** Maximum number of managers in addition to the owner. */
export const maxManagers = 10;

export const managerMessages = {
  duplicate: 'User is already listed as manager.',
  tooMany: `Maximum of ${maxManagers} managers exceeded.`,
  owner: 'The owner is already listed.',
  ...personMessages,
} as const;

/** Of the editor and of forms. */
export const managerRules: PeopleRules = {
  most: maxManagers,
  messages: { ...managerMessages, first: managerMessages.owner },
};

/** The list with one more manager at its end; or why not. */
export const withManager = (
  managers: readonly PersonEntry[],
  person: { userId: number; name: string },
  ownerName: string,
) => withPerson(managerRules, managers, { ...person, role: '' }, ownerName);

/** The fields of one manager in a form. */
export const managerFieldNames = (index: number) => ({
  userId: `Managers[${index}].UserId`,
  role: `Managers[${index}].Role`,
  name: `Managers[${index}].Name`,
});
