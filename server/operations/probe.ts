/** Requests the readiness of this container's process; the exit code is 0 if it is ready and 1 if not. */
import process from 'node:process';

try {
  const { ok } = await fetch(`http://127.0.0.1:${process.env['PORT'] ?? 3000}/ready`);
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
