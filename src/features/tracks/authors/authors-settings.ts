import { peopleSettings } from '#features/users/people-picker/people-settings.ts';
import { authorRules } from './authors.ts';

const settings = peopleSettings(authorRules);

/** All authors except the uploader, in the order of mention; the same in the browser and on the server. */
export const authorsSettings = ({ uploaderId }: { uploaderId: number }) => settings(uploaderId);
