/** The chunks of the signed-in screens, each fetched once. */
export const loadAppShell = () => import('../features/shell/app-shell.tsx');
export const loadSearchPage = () => import('./search.tsx');

/** Fetches what the first signed-in screen needs, before it is needed. */
export function loadSignedInPages(): void {
  void Promise.all([loadAppShell(), loadSearchPage()]);
}
