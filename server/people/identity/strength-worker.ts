import { parentPort } from 'node:worker_threads';
import type { PasswordStrength, PasswordSubject } from '../../../shared/contracts/passwords.ts';
import { passwordStrength } from './password-strength.ts';

/** The worker thread that computes password strength; `strength-check.ts` calls it. */

export interface StrengthJob {
  readonly id: number;
  readonly password: string;
  readonly ownWords: readonly string[];
  readonly subject: PasswordSubject;
}

export interface StrengthReply {
  readonly id: number;
  readonly strength: PasswordStrength;
}

parentPort?.on('message', ({ id, password, ownWords, subject }: StrengthJob) => {
  const reply: StrengthReply = { id, strength: passwordStrength(password, ownWords, subject) };
  parentPort?.postMessage(reply, []);
});
