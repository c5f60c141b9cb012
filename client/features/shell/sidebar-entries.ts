import Bookmark from 'lucide-react/icons/bookmark';
import Building2 from 'lucide-react/icons/building-2';
import Clock from 'lucide-react/icons/clock';
import CloudDownload from 'lucide-react/icons/cloud-download';
import Columns2 from 'lucide-react/icons/columns-2';
import FileText from 'lucide-react/icons/file-text';
import Gauge from 'lucide-react/icons/gauge';
import Layers from 'lucide-react/icons/layers';
import Scale from 'lucide-react/icons/scale';
import ScrollText from 'lucide-react/icons/scroll-text';
import Search from 'lucide-react/icons/search';
import Settings from 'lucide-react/icons/settings';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Upload from 'lucide-react/icons/upload';
import Users from 'lucide-react/icons/users';
import WalletCards from 'lucide-react/icons/wallet-cards';
import type { LucideIcon } from 'lucide-react';
import type { Act } from '../../../shared/contracts/acts.ts';

export type Entry = {
  label: string;
  /** An entry whose path the router does not have is hidden. */
  to: string;
  /** Other screens for which the entry is highlighted: exact paths, and prefixes if they end in a slash. */
  alsoAt?: readonly string[];
  icon: LucideIcon;
  /** Shown only to users who may perform it. */
  act?: Act;
};
type Section = { title: string | null; entries: readonly Entry[]; act?: Act };

/** The sidebar's sections; a section with an act is shown only to users who may perform it. */
export const sections: readonly Section[] = [
  {
    title: null,
    entries: [
      { label: 'Pesquisa salarial', to: '/', alsoAt: ['/dashboard'], icon: Search },
      { label: 'Comparar', to: '/compare', icon: Columns2 },
      { label: 'Igualdade', to: '/equality', icon: Scale },
      { label: 'Minha folha', to: '/payroll', icon: WalletCards, act: 'comparePayroll' },
      { label: 'Relatórios', to: '/reports', icon: FileText },
      { label: 'Histórico', to: '/history', icon: Clock },
      { label: 'Pesquisas salvas', to: '/saved', icon: Bookmark },
      { label: 'Integridade dos dados', to: '/integrity', icon: ShieldCheck },
    ],
  },
  {
    title: 'Administração',
    entries: [
      { label: 'Painel', to: '/admin/dashboard', icon: Gauge },
      {
        label: 'Processamento CAGED',
        to: '/admin/upload',
        alsoAt: ['/admin/upload-advanced', '/admin/uploads/'],
        icon: Upload,
      },
      { label: 'Fonte e conferência', to: '/admin/source', icon: CloudDownload },
      { label: 'Versões dos dados', to: '/admin/releases', icon: Layers },
      { label: 'Usuários', to: '/admin/users', icon: Users },
      { label: 'Empresas', to: '/admin/companies', icon: Building2 },
      { label: 'Auditoria', to: '/admin/audit', icon: ScrollText },
      { label: 'Configurações', to: '/admin/settings', icon: Settings },
    ],
    act: 'administer',
  },
];

/** Whether the path is an entry's screen, or another one for which the entry is highlighted. */
export function isAt({ to, alsoAt = [] }: Pick<Entry, 'to' | 'alsoAt'>, path: string): boolean {
  return [to, ...alsoAt].some((own) =>
    own !== '/' && own.endsWith('/') ? path.startsWith(own) : path === own,
  );
}
