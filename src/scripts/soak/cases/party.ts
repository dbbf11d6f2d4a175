import { type Attack, Attacker } from './attacker.ts';
import { type CaseName, caseOf } from './attacks.ts';
import type { AttackReport, PartyMessage, Stage, VisitorReport } from './stage.ts';
import { visitSite } from './visitor.ts';

/**
 * The process of one side of a case: `party.ts <visitor or name of the case>`. It receives its stage, says that it is ready, and
 * begins when it is signalled.
 */
const [role = ''] = process.argv.slice(2);
const say = (message: PartyMessage) => void process.send?.(message);
const next = <T>() => new Promise<T>((resolve) => process.once('message', resolve));

async function attack(stage: Stage, prepare: Attack): Promise<AttackReport> {
  const attacker = new Attacker(stage);
  const run = await prepare(attacker);
  const begin = next();
  say({ is: 'ready' });
  await begin;
  attacker.begin(stage.seconds);
  await run();
  return attacker.report();
}

async function visit(stage: Stage): Promise<VisitorReport> {
  const begin = next();
  say({ is: 'ready' });
  await begin;
  return visitSite(stage);
}

try {
  const stage = await next<Stage>();
  const report =
    role === 'visitor' ? await visit(stage) : await attack(stage, caseOf(role as CaseName).attack); // run.ts passes no other
  say({ is: 'done', report });
} catch (error) {
  say({ is: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
process.disconnect?.();
