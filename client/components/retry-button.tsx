import { CallError } from '../lib/call.ts';
import { Button } from './button.tsx';

/** A button to repeat a failed call; nothing if the server would refuse the same call again. */
export function RetryButton({ error, retry }: { error: Error; retry: () => void }) {
  const isRefused = error instanceof CallError && error.code !== undefined && error.status < 500;
  // After a login, or a pause, the same call can succeed.
  const isForNow = error instanceof CallError && [401, 429].includes(error.status);
  return (!isRefused || isForNow) && <Button onClick={retry}>Tentar de novo</Button>;
}
