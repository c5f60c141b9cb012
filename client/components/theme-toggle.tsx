import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useSyncExternalStore } from 'react';
import { storeText } from '../lib/browser-storage.ts';
import { IconButton } from './button.tsx';

export function ThemeToggle() {
  const theme = useTheme();
  const Icon = theme === 'dark' ? Sun : Moon;
  return (
    <IconButton
      label={theme === 'dark' ? 'Usar tema claro' : 'Usar tema escuro'}
      onClick={toggleTheme}
    >
      <Icon aria-hidden size={18} />
    </IconButton>
  );
}

type Theme = 'light' | 'dark';

const systemPrefersDark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

/** The theme on screen: the chosen one or, until the user chooses, the system's. */
function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}

/** Switches to the other theme and stores it; `theme.js` reads it before the next first paint. */
function toggleTheme(): void {
  const theme: Theme = currentTheme() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  storeText('localStorage', 'theme', theme);
  for (const listener of listeners) listener();
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return systemPrefersDark.matches ? 'dark' : 'light';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  systemPrefersDark.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    systemPrefersDark.removeEventListener('change', listener);
  };
}
