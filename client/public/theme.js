// Runs before the first paint, so that a chosen theme never flashes the other one. The page's policy forbids inline
// scripts.
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // The browser can refuse storage; the system's theme then stays.
}
