import type { Logger } from 'pino';

/** States that are not degraded. `off`: not meant to run here; `outbox`: mails are written to a folder. */
const fine = new Set(['ok', 'off', 'outbox']);

/** Reads the state of one part of the process. A probe that throws means `failure`. */
export interface Probe {
  read(): string | Promise<string>;
  /** the state when `read` throws or takes too long */
  readonly failure: string;
  /** how long a state is cached, so that many requests cost no more than one */
  readonly cachedMs?: number;
}

export interface HealthReport {
  readonly Status: 'ok' | 'degraded' | 'no database';
  readonly Parts: Readonly<Record<string, string>>;
}

const usualCacheMs = 2000;
/** A report never takes longer than this. */
const withinMs = 1500;

interface Reading {
  state: string;
  readAt: number;
  running: Promise<void> | null;
}

/** The parts of this process, each with a probe. Probes run only if a report is requested. */
export class Health {
  readonly #probes = new Map<string, Probe>();
  readonly #readings = new Map<string, Reading>();
  readonly #log: Pick<Logger, 'warn'>;
  #isDraining = false;

  constructor(log: Pick<Logger, 'warn'>) {
    this.#log = log;
  }

  /** Adds a part, or replaces the one of this name. */
  watch(name: string, probe: Probe): void {
    this.#probes.set(name, probe);
    this.#readings.delete(name);
  }

  /** From now on, the process is not ready: it is about to stop. */
  drain(): void {
    this.#isDraining = true;
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /**
   * Why a balancer should send nothing here: `draining`, `no database` or `starting`; null if it should. Without the primary server,
   * pages are still read from replicas.
   */
  async unreadiness(): Promise<string | null> {
    if (this.#isDraining) return 'draining';
    const { Status, Parts } = await this.report();
    const canRead = Parts.Replicas === 'ok' || Parts.Replicas === 'some';
    if (Status === 'no database' && !canRead) return Status;
    return Parts.Editions === undefined || Parts.Editions === 'ok' ? null : 'starting';
  }

  async report(): Promise<HealthReport> {
    const states = await Promise.all(
      [...this.#probes].map(async ([name, probe]) => [name, await this.#state(name, probe)] as const),
    );
    const parts = Object.fromEntries(states);
    const isFine = states.every(([, state]) => fine.has(state));
    const hasDatabase = parts.Database === undefined || parts.Database === 'ok';
    return { Status: hasDatabase ? (isFine ? 'ok' : 'degraded') : 'no database', Parts: parts };
  }

  /** Only one probe per part runs at a time: while one hangs, no other is started. */
  async #state(name: string, probe: Probe): Promise<string> {
    const reading = this.#readings.get(name) ?? { state: probe.failure, readAt: -Infinity, running: null };
    this.#readings.set(name, reading);
    if (!reading.running && performance.now() - reading.readAt < (probe.cachedMs ?? usualCacheMs))
      return reading.state;
    reading.running ??= this.#read(name, probe, reading);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resume) => {
      timer = setTimeout(() => {
        reading.state = probe.failure;
        resume();
      }, withinMs);
    });
    await Promise.race([reading.running, late]);
    clearTimeout(timer);
    return reading.state;
  }

  async #read(name: string, probe: Probe, reading: Reading): Promise<void> {
    const before = reading.state;
    try {
      reading.state = await probe.read();
    } catch (err) {
      reading.state = probe.failure;
      if (before !== probe.failure) this.#log.warn({ err, part: name }, 'a part of the process is degraded');
    }
    reading.readAt = performance.now();
    reading.running = null;
  }
}
