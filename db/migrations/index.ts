import type { Migration } from 'kysely/migration';
import * as sitesAndAccounts from './0001-sites-and-accounts.ts';
import * as tracks from './0002-tracks.ts';

/** Every migration in the order it runs. One that has landed is never edited: add the next number. */
export const migrations: Record<string, Migration> = {
  '0001-sites-and-accounts': sitesAndAccounts,
  '0002-tracks': tracks,
};
