import { Button } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';

/** An error page: rendering failed. */
export function BrokenPage() {
  return (
    <main className="mx-auto max-w-lg px-4 py-16">
      <h1 className="sr-only">Erro</h1>
      <Notice
        tone="danger"
        title="Algo deu errado nesta tela"
        actions={<Button onClick={() => location.reload()}>Recarregar a página</Button>}
      >
        O erro é nosso. Recarregue a página. Se continuar, avise um administrador.
      </Notice>
    </main>
  );
}
