import { z } from 'zod';

// In a browser zod would test with its first schema whether it may generate code; the security policy of every page forbids
// that and would report the attempt.
if ('document' in globalThis) z.config({ jitless: true });

/** zod for schemas that browsers use too. */
export { z };
