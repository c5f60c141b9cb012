// First: the modules below define schemas.
import './lib/zod-config.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ToastHost } from './components/toast-host.tsx';
import { showToast } from './components/toast.ts';
import { focusClicked, followFocus } from './lib/lost-focus.ts';
import { createQueryClient } from './lib/query-client.ts';
import { openSignInAgain } from './lib/session.ts';
import { router } from './router.tsx';
import './styles/main.css';

const queryClient = createQueryClient(() =>
  showToast({
    tone: 'danger',
    title: 'Sessão encerrada',
    description: 'Você precisa fazer login primeiro.',
    action: {
      label: 'Fazer Login',
      onSelect: () => openSignInAgain(queryClient),
    },
  }),
);

const container = document.querySelector('#root');
if (!container) throw new Error('index.html has no #root.');

focusClicked();
followFocus();

createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <ToastHost />
    </QueryClientProvider>
  </StrictMode>,
);
