import { forgetWindow } from './forget-window.ts';
import { tellWindows } from './one-session.ts';

const erasingMs = 1_000;

/**
 * Ends the session: the browser navigates to the logout, where the server clears the session and sends the signed-out
 * page. A payroll stored in this browser, and what the session left in this window, are deleted first.
 */
export function endSession(): void {
  // The back button must not restore the cached page with its content.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  const erased = Promise.race([
    import('./kept-payroll.ts').then(({ eraseKeptPayroll }) => eraseKeptPayroll()),
    new Promise((passed) => setTimeout(passed, erasingMs)),
  ]);
  void erased.finally(() => {
    forgetWindow();
    tellWindows(null);
    location.assign('/api/logout');
  });
}
