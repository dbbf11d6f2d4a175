/** A thread of hash-pool.ts. */
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { hashCost } from './hasher.ts';

/** Without `stored` the password is hashed, otherwise compared. */
export interface HashRequest {
  readonly stored: string | null;
  readonly password: string;
}

export type HashAnswer = { readonly result: string | boolean } | { readonly failure: string };

if (!parentPort) throw new Error('This file is a worker thread of platform/auth/hashing/hash-pool.ts.');
const port = parentPort;

port.on('message', ({ stored, password }: HashRequest) => {
  let answer: HashAnswer;
  try {
    answer = {
      result: stored === null ? hashSync(password, hashCost) : verifySync(stored, password),
    };
  } catch (error) {
    answer = { failure: String(error) };
  }
  port.postMessage(answer);
});
