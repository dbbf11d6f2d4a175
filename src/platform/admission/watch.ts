import type { Services } from '#platform/context.ts';
import { readLifted, storeSlowed } from './limited-clients.ts';

const everyMs = 10_000;

/**
 * Shares with the other processes, from time to time, which clients this one slows down, and learns from them whose limits are
 * lifted. Returns a function that stops it.
 */
export function watchClients(
  services: Pick<Services, 'db' | 'clock' | 'secrets' | 'admission' | 'log'>,
  intervalMs = everyMs,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  const share = async () => {
    try {
      await storeSlowed(services, services.admission.takeSlowed());
      await readLifted(services);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      services.log.warn({ reason }, 'limited clients could not be shared');
    }
    running = null;
  };
  const timer = setInterval(() => {
    running ??= share();
  }, intervalMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
