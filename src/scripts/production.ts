/** Imported first: React and others choose their production version when they are loaded. */
process.env.NODE_ENV ??= 'production';
process.env.ASTRO_TELEMETRY_DISABLED = '1';
