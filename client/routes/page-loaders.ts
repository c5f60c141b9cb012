/** The chunks of the signed-in screens, each loaded once. */
export const loadAppShell = () => import('../features/shell/app-shell.tsx');
export const loadSearchPage = () => import('./search.tsx');

/** Preloads what the first signed-in screen needs; a failure is reported where the chunk is used. */
export function loadSignedInPages(): void {
  void Promise.allSettled([loadAppShell(), loadSearchPage()]);
}
