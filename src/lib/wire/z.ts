import { z } from 'zod';

// In a browser zod would try whether it may make code, at the first schema; the security policy of every page says no,
// and reports that something tried.
if ('document' in globalThis) z.config({ jitless: true });

/** zod for schemas that browsers use, too. */
export { z };
