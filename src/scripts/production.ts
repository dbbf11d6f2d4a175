/** Imported first: React and others choose their production half when they are loaded. */
process.env.NODE_ENV ??= 'production';
process.env.ASTRO_TELEMETRY_DISABLED = '1';
