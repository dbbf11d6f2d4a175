import type { TestProject } from 'vitest/node';
import { startTestServer } from './db.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServerUrl: string;
  }
}

/** Vitest's globalSetup: one temporary server and one migrated template for all database tests of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer();
  project.provide('testServerUrl', server.url);
  return () => server.stop();
}
