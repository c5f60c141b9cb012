import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useState } from 'react';
import { storeText } from '../lib/browser-storage.ts';
import { useMediaQuery } from '../lib/hooks.ts';
import { IconButton } from './button.tsx';

/** Switches to the other theme and stores it; until the user chooses, the theme is the system's. */
export function ThemeToggle() {
  // `theme.js` reads the stored choice before the first paint.
  const [chosen, setChosen] = useState(() => document.documentElement.dataset.theme);
  const isSystemDark = useMediaQuery('(prefers-color-scheme: dark)');
  const isDark = chosen === undefined ? isSystemDark : chosen === 'dark';
  const Icon = isDark ? Sun : Moon;
  const toggle = () => {
    const theme = isDark ? 'light' : 'dark';
    document.documentElement.dataset.theme = theme;
    storeText('localStorage', 'theme', theme);
    setChosen(theme);
  };
  return (
    <IconButton label={isDark ? 'Usar tema claro' : 'Usar tema escuro'} onClick={toggle}>
      <Icon aria-hidden size={18} />
    </IconButton>
  );
}
