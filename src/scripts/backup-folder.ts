import { readFile } from 'node:fs/promises';
import { Archive } from '#platform/backup/archive.ts';
import { backupStore } from '#platform/backup/open-store.ts';
import { verify } from '#platform/backup/verify.ts';
import { ConfigError } from '#platform/env.ts';

/** A short passphrase could be guessed by a program. */
const minPassphrase = 12;

/** Opens the backups at an address, with the passphrase in this file if they are encrypted. */
export async function openBackups(
  address: string,
  passphraseFile: string | undefined,
  options?: { create: boolean },
): Promise<Archive> {
  const store = backupStore(address);
  const passphrase = passphraseFile === undefined ? null : await passphraseIn(passphraseFile);
  return Archive.open(store, passphrase, options);
}

async function passphraseIn(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new ConfigError([`The passphrase cannot be read: ${error.message}`]);
  });
  const passphrase = text.trim();
  if (passphrase.length < minPassphrase)
    throw new ConfigError([
      `The passphrase in ${path} has fewer than ${minPassphrase} characters. openssl rand -base64 33 makes a good one.`,
    ]);
  return passphrase;
}

/** Reads all of a backup and prints what is wrong with it; then the command fails. */
export async function printVerified(archive: Archive, id: string): Promise<void> {
  const manifest = await archive.manifest(id);
  let wrong = 0;
  for await (const sentence of verify(archive, manifest)) {
    console.error(sentence);
    wrong += 1;
  }
  const { tables, files } = manifest;
  if (wrong > 0) process.exitCode = 1;
  else
    console.log(`Backup ${id} was read: ${tables.length} tables and ${files.count} files are as they were.`);
}
