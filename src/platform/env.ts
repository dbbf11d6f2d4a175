import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { VideoSite } from '#lib/video/site.ts';
import { exampleAddress, parseS3Address } from './files/s3/address.ts';

/** Other words for on and off are refused: a typing error in one would mean the opposite. */
const flag = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.enum(['on', 'off'], { error: ({ input }) => `must be on or off, not "${String(input)}"` }))
  .transform((word) => word === 'on');

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number, such as 4321')
  .transform(Number)
  .refine((number) => number <= 65535, 'must be at most 65535');
const text = z.string().trim().min(1);
const url = (schemes: string[], example: string) =>
  text.refine(
    (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol),
    `must be an address such as ${example}`,
  );

const urls = (schemes: string[], example: string) =>
  z
    .string()
    .transform((list) => list.split(/\s+/).filter(Boolean))
    .pipe(z.array(url(schemes, example)));

const origin = text.transform((value, check) => {
  const parsed = URL.parse(value);
  const isOrigin =
    parsed && ['http:', 'https:'].includes(parsed.protocol) && parsed.href === `${parsed.origin}/`;
  if (isOrigin) return parsed.origin;
  check.addIssue('must be an address without a path, such as https://files.example.org');
  return z.NEVER;
});

const objectStore = text.transform((value, check) => {
  const address = parseS3Address(value);
  if (address) return address;
  check.addIssue(`must be an address such as ${exampleAddress}`);
  return z.NEVER;
});

const hosts = z
  .string()
  .transform((list) =>
    list
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  )
  .refine(
    (names) => names.every((name) => /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(name)),
    'must be host names separated by commas, such as example.org, pictures.example.net',
  );

/**
 * All variables that the server reads from its environment, parsed. Defaults are in config.ts. SITES, SITE_<CODE>_HOST and
 * SITE_<CODE>_ALIASES are read by sites/all.ts.
 */
const Env = z.object({
  /** TCP port of the web server. */
  PORT: port.optional(),
  /** Address to listen on. All by default, IPv6 included. */
  BIND: text.optional(),
  /** Folder of everything that must outlive the process: database, files, outbox, secrets. */
  DATA_DIR: text.optional(),
  /** PostgreSQL to use instead of the embedded one. */
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@host/database').optional(),
  /** Replicas of that PostgreSQL, separated by spaces. */
  DATABASE_REPLICA_URL: urls(
    ['postgres:', 'postgresql:'],
    'postgres://user:password@host/database',
  ).optional(),
  /** Object store of files instead of a folder in DATA_DIR. */
  FILES_URL: objectStore.optional(),
  /** Origin at which visitors download tracks and replays from that object store. */
  FILES_DIRECT: origin.optional(),
  /** Where files were before, and are still read from. */
  FILES_FORMER_URL: z.union([z.literal('disk'), objectStore]).optional(),
  /** Maximum number of connections of this process. */
  DATABASE_POOL: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a number from 1 to 999')
    .transform(Number)
    .optional(),
  /** MiB for pages and parts of pages that are the same for everybody; 0: none is cached. */
  PAGE_CACHE_MIB: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number of MiB, such as 64')
    .transform(Number)
    .optional(),
  /** Port of public addresses, if it is neither PORT nor the usual one of a proxy. */
  PUBLIC_PORT: port.optional(),
  /** on: trust the last X-Forwarded-For, X-Forwarded-Proto and X-Forwarded-Host, set by our proxy. */
  TRUST_PROXY: flag.optional(),
  /** off: this process only serves requests and leaves jobs to others. */
  WORKER: flag.optional(),
  /** database: tracks are searched by statements, and this process has no index in memory. */
  SEARCH: z.enum(['memory', 'database'], 'must be memory or database').optional(),
  /** Port for Prometheus; none by default. */
  METRICS_PORT: port.optional(),
  /** Address of that port. This machine only by default. */
  METRICS_BIND: text.optional(),
  /** Seconds in which the process still serves after SIGTERM, while /readyz says that it will stop. */
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a number of seconds, such as 10')
    .transform(Number)
    .optional(),
  /** Tracks of a new demo community on each edition. */
  DEMO_TRACKS: z
    .string()
    .regex(/^(2[4-9]|[3-9]\d|1[01]\d|120)$/, 'must be a number from 24 to 120')
    .transform(Number)
    .optional(),
  /** Seconds that running requests then have to finish, such as long downloads. */
  FINISH_SECONDS: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a number of seconds, such as 10')
    .transform(Number)
    .optional(),
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtps://user:password@host').optional(),
  /** Sender of mails. Required with SMTP_URL. */
  MAIL_FROM: z
    .string()
    .trim()
    .regex(/^[^\r\n@]+@[^\r\n]+$/, 'must be a mail address')
    .optional(),
  /** Who needs a second factor. */
  REQUIRE_SECOND_FACTOR: z.enum(['off', 'moderators'], 'must be off or moderators').optional(),
  /** A parent domain of all hosts of the editions; passkeys then work on all of them. */
  PASSKEY_DOMAIN: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a host name with a dot, such as example.org')
    .optional(),
  /** Where visitors report vulnerabilities, for security.txt. */
  SECURITY_CONTACT: z
    .string()
    .trim()
    .regex(
      /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
      'must begin with mailto: or https://, such as mailto:security@example.org',
    )
    .optional(),
  /** How many online records of each track and mode are stored. */
  ONLINE_RECORDS: z
    .string()
    .regex(/^([1-9]\d{0,2}|1000)$/, 'must be a number from 1 to 1000')
    .transform(Number)
    .optional(),
  /** How many GiB of analysed files that belong to nothing yet are stored for all accounts together. */
  STAGED_GIB: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'must be a number from 1 to 99999')
    .transform(Number)
    .optional(),
  /** Hosts whose pictures are shown in messages, separated by commas. All by default. */
  PICTURE_HOSTS: hosts.optional(),
  /** Hosts whose pictures are not shown. */
  PICTURE_HOSTS_REFUSED: hosts.optional(),
  /** The external site whose videos are posted, as JSON (src/lib/video/site.ts). */
  VIDEO_SITE: text
    .transform((json, check) => {
      try {
        return JSON.parse(json) as unknown;
      } catch {
        check.addIssue('must be JSON');
        return z.NEVER;
      }
    })
    .pipe(VideoSite)
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
});
export type Env = z.output<typeof Env>;

/** A configuration mistake of the operator: shown as sentences, without a stack trace. */
export class ConfigError extends Error {
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'));
    this.name = 'ConfigError';
  }
}

/** Reads the environment once; an empty variable counts as absent, and a misspelt name is refused. */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  refuseMisspelt(Object.keys(variables));
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const parsed = Env.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    parsed.error.issues.map((issue) => `Environment variable ${issue.path.join('.')}: ${issue.message}.`),
  );
}

/** All names of settings but those of single editions. */
const names: readonly string[] = [...Object.keys(Env.shape), 'SITES'];
/** Longer names leave no doubt with more letters wrong. */
const mayDiffer = (name: string) => (name.length < 8 ? 1 : 2);

/** Otherwise a setting with a misspelt name would be ignored silently. Most variables of an environment are not ours. */
function refuseMisspelt(given: readonly string[]): void {
  const sentences = given.flatMap((name) => {
    if (names.includes(name)) return [];
    const meant = names.find((known) => distance(name.toUpperCase(), known) <= mayDiffer(known));
    return meant ? [`Environment variable ${name}: there is no such setting; it is ${meant}.`] : [];
  });
  if (sentences.length > 0) throw new ConfigError(sentences);
}
