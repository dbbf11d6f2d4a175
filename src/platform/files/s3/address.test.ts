import { expect, test } from 'vitest';
import { parseS3Address, shownAddress } from './address.ts';

test('an address names store, bucket, folder, region and keys', () => {
  const address = parseS3Address('https://K%2FEY:S%2BCRET@s3.example.org:9000/paddock/files/a?region=eu-1');
  expect(address).toEqual({
    origin: 'https://s3.example.org:9000',
    bucket: 'paddock',
    prefix: 'files/a/',
    region: 'eu-1',
    accessKeyId: 'K/EY',
    secretAccessKey: 'S+CRET',
  });
  expect(address && shownAddress(address)).toBe('https://s3.example.org:9000/paddock/files/a/');
});

test.each([
  ['http://k:s@host/bucket', ''],
  ['http://k:s@host/bucket/', ''],
  ['http://k:s@host/bucket//a/', 'a/'],
])('%s has the prefix %j', (text, prefix) => {
  expect(parseS3Address(text)).toMatchObject({ bucket: 'bucket', prefix, region: 'us-east-1' });
});

test.each([
  'disk',
  's3://k:s@host/bucket',
  'https://host/bucket',
  'https://k@host/bucket',
  'https://k:s@host',
  'https://k:s@host/b',
  'https://k:s@host/Bucket',
  'https://k:s@host/bucket/a b',
  'https://k:s@host/bucket/..a',
  'https://k:s@host/bucket?region=eu&x=1',
  'https://k:s@host/bucket?x=1',
  'https://k:s@host/bucket?region=',
  'https://k:s@host/bucket#a',
  'https://k:%zz@host/bucket',
])('%s is refused', (text) => {
  expect(parseS3Address(text)).toBeNull();
});
