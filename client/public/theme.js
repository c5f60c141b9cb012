// Runs before the first paint: a chosen theme must never flash the other one. The page's policy forbids inline scripts.
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Storage can be refused; the system's theme then stays.
}
