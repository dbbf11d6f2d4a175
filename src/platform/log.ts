import { type Logger, pino, stdSerializers } from 'pino';

/** Query parameters whose value grants access: secret links of tracks, and links in mails. */
const secretParameter = /([?&;](?:[\w-]*(?:key|token|secret|password|code|signature|nonce))=)[^&;#\s"'<>]*/gi;

/** The text with the values of secret query parameters replaced by "…"; for addresses and sentences that contain them. */
export const withoutSecrets = (text: string): string => text.replace(secretParameter, '$1…');

const clean = (value: unknown) => (typeof value === 'string' ? withoutSecrets(value) : value);

function cleanError(value: unknown): unknown {
  if (!(value instanceof Error)) return clean(value);
  const { message, stack, ...rest } = stdSerializers.err(value);
  return { ...rest, message: withoutSecrets(message), stack: withoutSecrets(stack) };
}

/** Fields of log lines that may contain an address. */
const serializers = {
  err: cleanError,
  url: clean,
  path: clean,
  referer: clean,
  link: clean,
};

const hidden = ['password', 'Password', 'OldPassword', 'cookie', 'authorization', 'token', 'Token'];

/** One JSON line per event, on stderr: stdout is for the output of commands. */
export function makeLog(
  level: string,
  destination: { write(line: string): void } = pino.destination({ fd: 2, sync: true }),
): Logger {
  return pino(
    {
      level,
      base: null,
      redact: { paths: hidden.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true },
      serializers,
      hooks: {
        // the message itself may contain an address
        logMethod(input, method) {
          method.apply(this, input.map(clean) as typeof input); // maps texts to texts and leaves other values unchanged
        },
      },
    },
    destination,
  );
}
