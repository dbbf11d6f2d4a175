import { inject } from 'vitest';
import { fillBig } from '#scripts/bench/data/big.ts';
import { filledTemplate, type TestDb, testDb } from './db.ts';

/** How large a community is, in thousandths of full size: 6 are a thousand people and some thousand tracks. */
type Size = 6 | 20;

/** A database for this test file, with a large community on the edition tmnf. It is filled once per run. */
export async function bigDb(size: Size): Promise<TestDb> {
  const content = `big_${size}`;
  await filledTemplate(inject('testServerUrl'), content, ({ db }) =>
    fillBig(db, ['tmnf'], size / 1000, () => {}),
  );
  return testDb({ statementTimeoutMs: 0, filled: content });
}
