import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { toggleTheme, useTheme } from '../lib/theme.ts';
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
