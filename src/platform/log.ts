import { type Logger, pino, stdSerializers } from 'pino';
import { minuteMs } from '#lib/codes/durations.ts';
import { repeatableEvents } from './security-log.ts';

/** Periods after which lines are written again. */
export const logPeriodMs = 5 * minuteMs;

/** Kinds that are told apart; there are a few dozen. */
const maxKinds = 500;

interface Allowance {
  /** lines of one kind within a period */
  readonly lines: number;
  /** those of them that are about the same thing */
  readonly each: number;
}

/** Lines of one kind that were not written. */
interface Omitted {
  readonly kind: string;
  readonly lines: number;
}

interface Count {
  written: number;
  omitted: number;
  readonly things: Map<string, number>;
}

/**
 * Bounds the log of events that visitors can cause again and again: within a period, lines of one kind are written a few times,
 * then only counted.
 */
class LogBudget {
  readonly #counts = new Map<string, Count>();

  /** Whether this line is written. `thing`: what it is about. */
  take(named: string, thing: string, { lines, each }: Allowance): boolean {
    const kind = this.#counts.has(named) || this.#counts.size < maxKinds ? named : 'other';
    const count = this.#counts.get(kind) ?? { written: 0, omitted: 0, things: new Map<string, number>() };
    this.#counts.set(kind, count);
    const same = count.things.get(thing) ?? 0;
    if (count.written >= lines || same >= each) {
      count.omitted += 1;
      return false;
    }
    count.written += 1;
    count.things.set(thing, same + 1);
    return true;
  }

  /** Ends the period. Returns what was not written in it. */
  settle(): readonly Omitted[] {
    const omitted = [...this.#counts].flatMap(([kind, { omitted: lines }]) =>
      lines > 0 ? [{ kind, lines }] : [],
    );
    this.#counts.clear();
    return omitted;
  }
}

/** Query parameters whose value grants access: secret links of tracks, and links in mails. */
const secretParameter = /([?&;](?:[\w-]*(?:key|token|secret|password|code|signature|nonce))=)[^&;#\s"'<>]*/gi;

/** The text with the values of secret query parameters replaced by "…"; for addresses and sentences that contain them. */
export const withoutSecrets = (text: string): string => text.replace(secretParameter, '$1…');

/** An address or a sentence may be as long as a visitor makes it. */
export const maxTextLength = 2000;

const cut = (text: string): string =>
  text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
const clean = (value: unknown) => (typeof value === 'string' ? cut(withoutSecrets(value)) : value);

function cleanError(value: unknown): unknown {
  if (!(value instanceof Error)) return clean(value);
  return Object.fromEntries(
    Object.entries(stdSerializers.err(value)).map(([name, part]) => [name, clean(part)]),
  );
}

/** Fields of log lines that may contain an address, or what a visitor sent. */
const serializers = {
  err: cleanError,
  reason: clean,
  url: clean,
  path: clean,
  referer: clean,
  link: clean,
};

const hidden = ['password', 'Password', 'OldPassword', 'cookie', 'authorization', 'token', 'Token'];

/** Each thing once in a period: a statement, an error. */
export const usualAllowance: Allowance = { lines: 30, each: 1 };
/** Refusals are evidence: enough of each sender to see what it tries. */
const ofSecurity: Allowance = { lines: 200, each: 20 };

/** The fields and the message of a line. */
const partsOf = ([first, second]: readonly unknown[]): [fields: Record<string, unknown>, message: string] =>
  typeof first === 'object' && first !== null
    ? [first as Record<string, unknown>, String(second ?? '')] // pino's first argument is an object of fields or a text
    : [{}, String(first)];

function isWritten(budget: LogBudget, [fields, message]: ReturnType<typeof partsOf>): boolean {
  const { event, from, statement, err, reason } = fields;
  if (typeof event === 'string')
    return !repeatableEvents.has(event) || budget.take(event, String(from), ofSecurity);
  return budget.take(
    message,
    String(statement ?? (err instanceof Error ? err.message : (reason ?? ''))),
    usualAllowance,
  );
}

/**
 * One JSON line per event, on stderr: stdout is for the output of commands. Lines that visitors can cause are bounded in number and
 * length; what was omitted is counted.
 */
export function makeLog(
  level: string,
  destination: { write(line: string): void } = pino.destination({ fd: 2, sync: true }),
): Logger {
  const budget = new LogBudget();
  let isInPeriod = false;
  const settle = () => {
    isInPeriod = false;
    const omitted = budget.settle();
    if (omitted.length > 0) log.warn({ omitted }, 'lines like earlier ones were not written');
  };
  const log = pino(
    {
      level,
      base: null,
      redact: { paths: hidden.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true },
      serializers,
      hooks: {
        logMethod(input, method) {
          const isNeeded = isWritten(budget, partsOf(input));
          if (!isInPeriod) setTimeout(settle, logPeriodMs).unref();
          isInPeriod = true;
          // the message itself may contain an address
          if (isNeeded) method.apply(this, input.map(clean) as typeof input); // maps texts to texts and leaves other values unchanged
        },
      },
    },
    destination,
  );
  return log;
}
