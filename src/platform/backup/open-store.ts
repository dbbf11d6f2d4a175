import { resolve } from 'node:path';
import { ConfigError } from '#platform/env.ts';
import { exampleAddress, parseS3Address } from '#platform/files/s3/address.ts';
import { FolderStore } from './folder-store.ts';
import { S3Backups } from './s3-backups.ts';
import type { BackupStore } from './store.ts';

/** The store at an address: a folder, or an object store that speaks S3. */
export function backupStore(address: string): BackupStore {
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(address)?.[1];
  if (scheme === undefined) return new FolderStore(resolve(address));
  const place = parseS3Address(address);
  if (place) return new S3Backups(place);
  throw new ConfigError([
    `Backups are written to a folder, or to an object store such as ${exampleAddress}.`,
  ]);
}
