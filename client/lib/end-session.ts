import { tellWindows } from './one-session.ts';

const erasingMs = 1_000;

/**
 * Ends the session: the server clears it and sends the signed-out page, a navigation of the whole page. A payroll that was
 * kept in this browser goes first.
 */
export function endSession(): void {
  // Going back must not bring the page as the browser kept it, with all that was on it.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  const erased = Promise.race([
    import('./kept-payroll.ts').then(({ eraseKeptPayroll }) => eraseKeptPayroll()),
    new Promise((passed) => setTimeout(passed, erasingMs)),
  ]);
  void erased.finally(() => {
    tellWindows(null);
    location.assign('/api/logout');
  });
}
