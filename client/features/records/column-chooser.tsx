import Columns3 from 'lucide-react/icons/columns-3';
import { Popover } from 'radix-ui';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { Fold } from '../../components/fold.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { recordColumns, type RecordColumn } from './record-columns.ts';

const ordinary = recordColumns.filter(({ isSensitive }) => !isSensitive);
const sensitive = recordColumns.filter(({ isSensitive }) => isSensitive);

/** Chooses the visible columns of the records. */
export function ColumnChooser({
  chosen,
  hasSensitive,
  onToggle,
  onReset,
}: {
  chosen: ReadonlySet<string>;
  /** Whether the user may request race and disability. */
  hasSensitive: boolean;
  onToggle: (column: RecordColumn) => void;
  onReset: () => void;
}) {
  const list = (columns: readonly RecordColumn[]) => (
    <ul className="flex flex-col">
      {columns.map((column) => (
        <li key={column.key}>
          <Checkbox
            label={column.label}
            isChecked={chosen.has(column.key)}
            onChecked={() => onToggle(column)}
          />
        </li>
      ))}
    </ul>
  );
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button>
          <Columns3 aria-hidden size={16} />
          Colunas
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label="Colunas dos registros"
          className="fade-in z-40 flex max-h-[min(32rem,var(--radix-popover-content-available-height))] w-80 max-w-[calc(100vw-16px)] flex-col gap-2 overflow-y-auto rounded-card border border-control bg-surface p-4 text-dense outline-none"
        >
          {list(ordinary)}
          {hasSensitive && (
            <Fold title="Dados sensíveis">
              <p className="mb-2 text-muted">
                Raça ou cor e deficiência são dados sensíveis (LGPD, art. 5º, II). Mostre-os só para
                estudar diferenças entre grupos, em dados sem nomes, e não para decidir sobre uma
                pessoa. A escolha vale até você sair da página e fica registrada na auditoria; com
                ela, o CSV também os traz.
              </p>
              {list(sensitive)}
            </Fold>
          )}
          <TextButton onClick={onReset}>Voltar às colunas de sempre</TextButton>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
