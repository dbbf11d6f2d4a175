/** A place in an object store that speaks S3. */
export interface S3Address {
  /** such as https://s3.example.org */
  readonly origin: string;
  readonly bucket: string;
  /** before the name of each object: empty, or ends with a slash */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** What a sentence about a wrong address shows. */
export const exampleAddress = 'https://KEY:SECRET@s3.example.org/bucket/folder?region=eu-central-1';

// these need no encoding in a path, so that both sides sign the same one
const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const prefixPattern = /^([\w-][\w.-]*\/)*$/;

/**
 * Parses an address: key and secret (percent-encoded where they have special characters), the host, the bucket, and a folder in it if it
 * shares the bucket with others. The region is us-east-1 unless `?region=` names another. Returns null for anything else.
 */
export function parseS3Address(text: string): S3Address | null {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hash !== '') return null;
  const region = url.searchParams.get('region') ?? 'us-east-1';
  if (url.searchParams.size > (url.searchParams.has('region') ? 1 : 0) || !/^[\w-]+$/.test(region))
    return null;
  const [bucket = '', ...folders] = url.pathname.slice(1).split('/');
  const prefix = folders
    .filter(Boolean)
    .map((folder) => `${folder}/`)
    .join('');
  const [accessKeyId, secretAccessKey] = [decoded(url.username), decoded(url.password)];
  if (!accessKeyId || !secretAccessKey || !bucketPattern.test(bucket) || !prefixPattern.test(prefix))
    return null;
  return { origin: url.origin, bucket, prefix, region, accessKeyId, secretAccessKey };
}

/** An address for the log, without its secret. */
export const shownAddress = ({ origin, bucket, prefix }: S3Address): string =>
  `${origin}/${bucket}/${prefix}`;

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
