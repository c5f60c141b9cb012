import { Button } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';

/** An error page: rendering failed, or a chunk could not be loaded because the page is older than the server. */
export function BrokenPage() {
  return (
    <main className="mx-auto max-w-lg px-4 py-16">
      <h1 className="sr-only">Erro</h1>
      <Notice
        tone="danger"
        title="Algo deu errado nesta tela"
        actions={<Button onClick={() => location.reload()}>Recarregar a página</Button>}
      >
        O sistema foi atualizado, a conexão caiu ou o erro é nosso. Se continuar, avise um
        administrador.
      </Notice>
    </main>
  );
}
