/**
 * Deletes what a session left in this window's storage, such as a comparison. Choices of the browser stay: the theme,
 * open panels and visible columns are in `localStorage`.
 */
export function forgetWindow(): void {
  try {
    sessionStorage.clear();
  } catch {
    // A browser without storage has nothing to delete.
  }
}
