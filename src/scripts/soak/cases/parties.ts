import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type CaseName, caseOf } from './attacks.ts';
import type { AttackReport, PartyMessage, Stage, VisitorReport } from './stage.ts';

const program = fileURLToPath(new URL('./party.ts', import.meta.url));

/** A process of a case that is ready to begin. */
export interface Party<Report> {
  /** Begins; resolves with its report when it has ended. */
  begin(): Promise<Report>;
}

const running = new Set<ChildProcess>();

/** Ends the processes that are still there, as after a failure of another one. */
export function endParties(): void {
  for (const child of running) child.kill();
}

/** A hostile client gives way to the server, the database and the visitor, so that the visitor only waits for the server. */
const lowPriority = 15;

async function start(role: string, stage: Stage, priority: number): Promise<Party<unknown>> {
  // from its first thread on: a process that lowers its own priority keeps the threads that it already has
  const child = spawn('nice', ['-n', String(priority), process.execPath, program, role], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const ready = message(child, role);
  child.send(stage);
  await ready;
  return {
    async begin() {
      const done = message(child, role);
      child.send('begin');
      const said = await done;
      if (said.is !== 'done') throw new Error(`${role} said "${said.is}" instead of a report.`);
      return said.report;
    },
  };
}

/** The next message of a process; rejects if it failed or ended without one. */
function message(child: ChildProcess, role: string): Promise<Exclude<PartyMessage, { is: 'failed' }>> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error(`The process of ${role} ended without a report.`));
    child.once('exit', ended).once('error', reject);
    child.once('message', (said: PartyMessage) => {
      child.off('exit', ended);
      if (said.is === 'failed') reject(new Error(`${role}: ${said.message}`));
      else resolve(said);
    });
  });
}

// party.ts reports what belongs to its role
export const startVisitor = (stage: Stage) => start('visitor', stage, 0) as Promise<Party<VisitorReport>>;
export const startAttack = (name: CaseName, stage: Stage) =>
  start(name, stage, caseOf(name).isOfMachine ? 0 : lowPriority) as Promise<Party<AttackReport>>;
