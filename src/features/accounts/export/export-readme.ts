import { exportDays } from '../leaving.ts';

/** The README.txt of an export. */
export const exportReadme = (madeAt: Date): string => `Your data on Paddock
====================

Made on ${madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC. It could be downloaded for ${exportDays} days; nobody else could download it.

account.json     your account: name, e-mail address, sessions, second factors, API tokens
<edition>/       one folder for each edition on which you have a profile

In a folder of an edition, each subject has a file of its own, such as comments.json, or a folder if it has several.
Your files (tracks, replays, pictures) are in it as you sent them.

All JSON files are lists in UTF-8. Times are in UTC. Ids are those of the addresses of the site: TrackId 7 is /trackshow/7.
The export contains what you wrote and sent, and what is stored about you. It does not contain passwords or other secrets, what
others wrote to you or about you, or the names of their hidden tracks.
`;
