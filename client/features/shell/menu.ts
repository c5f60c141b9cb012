import Bookmark from 'lucide-react/icons/bookmark';
import Clock from 'lucide-react/icons/clock';
import Columns2 from 'lucide-react/icons/columns-2';
import FileText from 'lucide-react/icons/file-text';
import Gauge from 'lucide-react/icons/gauge';
import Search from 'lucide-react/icons/search';
import Settings from 'lucide-react/icons/settings';
import Upload from 'lucide-react/icons/upload';
import Users from 'lucide-react/icons/users';
import WalletCards from 'lucide-react/icons/wallet-cards';
import type { LucideIcon } from 'lucide-react';
import type { Act } from '../../../shared/contracts/acts.ts';

/** A screen that the menu or a row of tabs links to. */
export type Place = {
  label: string;
  to: string;
  /** Other screens for which the place is highlighted: exact paths, and prefixes if they end in a slash. */
  alsoAt?: readonly string[];
};
export type Entry = Place & {
  icon: LucideIcon;
  /** The screens that share this entry, as tabs. */
  tabs?: readonly Place[];
  /** Shown only to users who may perform it. */
  act?: Act;
};

const loadTabs: readonly Place[] = [
  { label: 'Carregar', to: '/admin/upload', alsoAt: ['/admin/upload-advanced', '/admin/uploads/'] },
  { label: 'Fonte e limites', to: '/admin/source' },
  { label: 'Versões', to: '/admin/releases' },
];
const peopleTabs: readonly Place[] = [
  { label: 'Usuários', to: '/admin/users' },
  { label: 'Empresas e chaves', to: '/admin/companies' },
  { label: 'Auditoria', to: '/admin/audit' },
];

/** The entries for every signed-in user. */
export const entries: readonly Entry[] = [
  { label: 'Pesquisar', to: '/', alsoAt: ['/dashboard'], icon: Search },
  { label: 'Comparar', to: '/compare', icon: Columns2 },
  { label: 'Minha folha', to: '/payroll', icon: WalletCards, act: 'comparePayroll' },
  { label: 'Relatórios', to: '/reports', icon: FileText },
  { label: 'Histórico', to: '/history', icon: Clock },
  { label: 'Pesquisas salvas', to: '/saved', icon: Bookmark },
];

/** The places under "Mais". */
export const more: readonly Place[] = [
  { label: 'Igualdade', to: '/equality' },
  { label: 'Integridade dos dados', to: '/integrity' },
  { label: 'API', to: '/docs/api' },
];

/** The entries of the section "Administração", for those who may administer. */
export const administration: readonly Entry[] = [
  { label: 'Painel', to: '/admin/dashboard', icon: Gauge },
  { label: 'Processamento CAGED', to: '/admin/upload', tabs: loadTabs, icon: Upload },
  { label: 'Usuários', to: '/admin/users', tabs: peopleTabs, icon: Users },
  { label: 'Configurações', to: '/admin/settings', alsoAt: ['/upload-test'], icon: Settings },
];

/** Whether the path is the place's screen, or another one for which the place is highlighted. */
export function isAt({ to, alsoAt = [] }: Place, path: string): boolean {
  return [to, ...alsoAt].some((own) =>
    own !== '/' && own.endsWith('/') ? path.startsWith(own) : path === own,
  );
}

/** Whether the path is the screen of the entry or of one of its tabs. */
export const isWithin = (entry: Entry, path: string): boolean =>
  [entry, ...(entry.tabs ?? [])].some((place) => isAt(place, path));
