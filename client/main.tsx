import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from 'zod';
import { ToastHost } from './components/toast-host.tsx';
import { showToast } from './components/toast.ts';
import { createQueryClient } from './lib/query-client.ts';
import { openSignInAgain } from './lib/session.ts';
import { router } from './router.tsx';
import './styles/main.css';

// The page's content security policy forbids compiling code from text, and each attempt is reported as a violation.
config({ jitless: true });

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

createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <ToastHost />
    </QueryClientProvider>
  </StrictMode>,
);
