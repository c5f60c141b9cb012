import { parentPort } from 'node:worker_threads';
import type { PasswordStrength } from '../../../shared/contracts/passwords.ts';
import type { Job, JobReply } from '../../platform/job-thread.ts';
import { passwordStrength } from './password-strength.ts';

/** The arguments of `passwordStrength`, which this thread computes for `password-check.ts`. */
export type StrengthTask = Parameters<typeof passwordStrength>;

parentPort?.on('message', ({ id, task }: Job<StrengthTask>) => {
  const reply: JobReply<PasswordStrength> = { id, result: passwordStrength(...task) };
  parentPort?.postMessage(reply, []);
});
