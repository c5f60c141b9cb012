import { Sheet } from '../../components/sheet.tsx';

const shortcuts = [
  { keys: ['/'], does: 'Ir ao campo de pesquisa' },
  { keys: ['Enter'], does: 'Buscar com os filtros escolhidos' },
  { keys: ['Esc'], does: 'Fechar o que está aberto' },
  { keys: ['←', '→'], does: 'No gráfico: um percentil para trás ou para a frente' },
  { keys: ['Page Up', 'Page Down'], does: 'No gráfico: dez percentis' },
  { keys: ['F8'], does: 'Ir às notificações' },
  { keys: ['?'], does: 'Mostrar estes atalhos' },
];

export function ShortcutsDialog({
  isOpen,
  onOpen,
}: {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}) {
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
    </Sheet>
  );
}
