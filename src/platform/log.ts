import { type Logger, pino } from 'pino';

/** One line of JSON per event, on stderr: stdout stays for what a command prints. */
export function makeLog(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      redact: { paths: ['*.password', '*.Password', '*.cookie'], remove: true },
    },
    pino.destination({ fd: 2, sync: true }),
  );
}
