import { onlineManager, useQuery, useQueryClient } from '@tanstack/react-query';
import CircleHelp from 'lucide-react/icons/circle-help';
import PanelLeft from 'lucide-react/icons/panel-left';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate, useRouterState, Link } from '@tanstack/react-router';
import { can } from '../../../shared/contracts/acts.ts';
import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import { problemParameter } from '../../../shared/contracts/provider.ts';
import { IconButton } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { ThemeToggle } from '../../components/theme-toggle.tsx';
import { Wordmark } from '../../components/wordmark.tsx';
import { releaseOptions } from '../../lib/release.ts';
import {
  useMediaQuery,
  useOpenOverPage,
  useShortcut,
  useSingleKeys,
  useStoredFlag,
} from '../../lib/hooks.ts';
import { lazyPart } from '../../components/lazy.tsx';
import { isUnreachable } from '../../lib/network.ts';
import { DataFreshness, DemonstrationBanner } from './data-freshness.tsx';
import { SidebarContent } from './sidebar-content.tsx';
import {
  followWindows,
  forgetWindow,
  leaveSession,
  notifyWindows,
  resumeSession,
} from '../../lib/session.ts';
import { showToast } from '../../components/toast.ts';
import { withoutProblem } from '../../lib/provider.ts';
import { administration, isAt, isWithin } from './menu.ts';

const LoadsUnderWay = lazyPart(() => import('./loads-under-way.tsx'));
const InClearBanner = lazyPart(() => import('./in-clear-banner.tsx'));

/** The frame of every signed-in screen: sidebar (a drawer on a phone), header, content. */
export default function AppShell({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const isWide = useMediaQuery('(min-width: 40rem)');
  const [isSidebarOpen, setSidebarOpen] = useStoredFlag('sidebar', true);
  const [isDrawerOpen, setDrawerOpen] = useOpenOverPage();
  const [areShortcutsOpen, setShortcutsOpen] = useOpenOverPage();
  useShortcut('?', () => setShortcutsOpen(true));
  useReportedProblem();
  useOneSession(user.id);
  const isSynthetic = useQuery(releaseOptions).data?.isSynthetic === true;
  const isSidebarShown = isWide && isSidebarOpen;
  useEffect(() => {
    if (isWide) setDrawerOpen(false);
  }, [isWide, setDrawerOpen]);
  const path = useRouterState({ select: ({ location }) => location.pathname });

  return (
    <div
      className={`flex min-h-dvh print:min-h-0 has-[header>output:not(:empty)]:[--offline-height:1.75rem] ${isSynthetic ? '[--frame-top:calc(5rem+var(--offline-height,0rem))]' : '[--frame-top:calc(3rem+var(--offline-height,0rem))]'}`}
    >
      <a
        href="#conteudo"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-surface focus:p-3"
      >
        Pular para o conteúdo
      </a>
      {isSidebarShown && (
        <aside className="sticky top-0 flex print:hidden h-dvh w-60 shrink-0 flex-col border-r border-line bg-surface p-3">
          <div className="mb-4 px-2 py-1">
            <Wordmark />
          </div>
          <SidebarContent user={user} />
        </aside>
      )}
      {!isWide && (
        <Sheet title="Menu" side="left" isOpen={isDrawerOpen} onOpen={setDrawerOpen}>
          <SidebarContent user={user} onNavigate={() => setDrawerOpen(false)} />
        </Sheet>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="bg-paper print:static sm:sticky sm:top-0 sm:z-30">
          <DemonstrationBanner />
          <div className="flex h-12 items-center gap-2 border-b border-line px-2 sm:px-4 print:hidden">
            <IconButton
              label={isSidebarShown ? 'Fechar menu' : 'Abrir menu'}
              aria-expanded={isWide ? isSidebarOpen : isDrawerOpen}
              onClick={() => (isWide ? setSidebarOpen(!isSidebarOpen) : setDrawerOpen(true))}
            >
              <PanelLeft aria-hidden size={18} />
            </IconButton>
            {!isSidebarShown && <Wordmark />}
            <div className="ml-auto flex items-center gap-1">
              {can(user.role, 'administer') && <LoadsUnderWay />}
              <DataFreshness />
              <IconButton
                label="Atalhos do teclado"
                className="max-sm:hidden"
                onClick={() => setShortcutsOpen(true)}
              >
                <CircleHelp aria-hidden size={18} />
              </IconButton>
              <ThemeToggle />
            </div>
          </div>
          <OfflineNotice />
        </header>
        {can(user.role, 'administer') && <InClearBanner />}
        <div id="conteudo" tabIndex={-1} className="flex-1 outline-none *:[[role=alert]]:m-4">
          {can(user.role, 'administer') && <PageTabs path={path} />}
          {children}
        </div>
      </div>
      <ShortcutsDialog isOpen={areShortcutsOpen} onOpen={setShortcutsOpen} />
    </div>
  );
}

/** Shown while the browser cannot reach the server. */
function OfflineNotice() {
  const [isOffline, setIsOffline] = useState(false);
  useEffect(() => {
    const check = () => void isUnreachable().then(setIsOffline);
    check();
    return onlineManager.subscribe(check);
  }, []);
  return (
    <output className="block bg-warm-soft px-4 text-center text-dense text-warm not-empty:border-b not-empty:border-line not-empty:py-1 sm:not-empty:h-7 print:hidden">
      {isOffline && 'Sem internet. O que está na tela continua aqui.'}
    </output>
  );
}

const shortcuts = [
  { keys: ['/'], does: 'Na tela Pesquisar: ir ao campo de pesquisa' },
  { keys: ['Enter'], does: 'Buscar com os filtros escolhidos' },
  { keys: ['Esc'], does: 'Fechar o que está aberto' },
  { keys: ['←', '→'], does: 'No gráfico: um percentil para trás ou para a frente' },
  { keys: ['Page Up', 'Page Down'], does: 'No gráfico: dez percentis' },
  { keys: ['F8'], does: 'Ir às notificações' },
  { keys: ['?'], does: 'Mostrar estes atalhos' },
];

function ShortcutsDialog({
  isOpen,
  onOpen,
}: {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}) {
  const [areSingleKeysOn, setSingleKeysOn] = useSingleKeys();
  return (
    <Sheet title="Atalhos do teclado" side="center" isOpen={isOpen} onOpen={onOpen}>
      <dl className="flex flex-col">
        {shortcuts.map(({ keys, does }) => (
          <div
            key={does}
            className="flex items-baseline justify-between gap-4 border-b border-line py-2 last:border-0"
          >
            <dd className="order-1">{does}</dd>
            <dt className="order-2 flex shrink-0 gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-control border border-control bg-sunken px-2 py-0.5 font-sans text-dense"
                >
                  {key}
                </kbd>
              ))}
            </dt>
          </div>
        ))}
      </dl>
      <Checkbox
        label="Usar atalhos de uma tecla"
        isChecked={areSingleKeysOn}
        onChecked={setSingleKeysOn}
      />
    </Sheet>
  );
}

/** The windows of a browser share its session: signing out or in, in one of them, applies to all. */
function useOneSession(userId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    // First: a channel also receives what its own window sends.
    notifyWindows(userId);
    return followWindows((now) => {
      if (now === null) leaveSession(client);
      else if (now === userId) void resumeSession(client);
      else {
        forgetWindow();
        location.reload();
      }
    });
  }, [client, userId]);
}

/** Shows once why the sign-in with the provider failed, and removes the problem from the address. */
function useReportedProblem(): void {
  const navigate = useNavigate();
  const search = useRouterState({ select: ({ location }) => location.search });
  useEffect(() => {
    if (search[problemParameter] === undefined) return;
    const show = async () => {
      // The sentences are loaded where they are needed: hardly any visit needs one.
      const { problemText } = await import('../../lib/provider-problem.ts');
      const text = problemText(search);
      if (text === undefined) return;
      showToast({ tone: 'danger', title: 'Não confirmado', description: text });
      void navigate({ to: '.', search: withoutProblem, replace: true });
    };
    void show();
  }, [search, navigate]);
}

/** The tabs of the screens that share a menu entry: links, because each screen has its own address. */
function PageTabs({ path }: { path: string }) {
  const entry = administration.find((own) => isWithin(own, path));
  if (entry?.tabs === undefined) return null;
  return (
    <nav
      aria-label={entry.label}
      className="mx-auto w-full max-w-[1200px] px-4 pt-3 sm:px-6 print:hidden"
    >
      <ul className="flex flex-wrap gap-x-1 border-b border-line">
        {entry.tabs.map((place) => (
          <li key={place.to}>
            <Link
              to={place.to}
              aria-current={isAt(place, path) ? 'page' : undefined}
              className="-mb-px flex min-h-10 items-center border-b-2 border-transparent px-3 text-muted max-sm:px-2 max-sm:text-dense hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink pointer-coarse:min-h-11"
            >
              {place.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
