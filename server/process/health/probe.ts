/** Asks the process of this container whether it is ready; the exit code is the answer. */
import process from 'node:process';

try {
  const { ok } = await fetch(`http://127.0.0.1:${process.env['PORT'] ?? 3000}/ready`);
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
