import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { formatCnae, maxCnaes } from '../../../shared/codes/cnae.ts';
import { Badge } from '../../components/badge.tsx';
import { IconButton, RowAct } from '../../components/button.tsx';
import { CnaeField } from '../../components/cnae-field.tsx';
import { FormProblem } from '../../components/field.tsx';
import { cnaeDetailsOptions } from '../../lib/reference-options.ts';

/** Finds CNAEs by code or words and lists the chosen ones, one of which is the principal. */
export function CnaeSelector({
  selection,
  error,
  onSelection,
}: {
  selection: CnaeSelection;
  error: string | undefined;
  onSelection: (selection: CnaeSelection) => void;
}) {
  return (
    <fieldset tabIndex={-1} className="flex min-w-0 flex-col gap-2 rounded-control">
      <legend className="sr-only">CNAEs da empresa</legend>
      <CnaeField
        label={`CNAEs (até ${maxCnaes})`}
        chosen={selection.cnaes}
        max={maxCnaes}
        onPick={(code) => onSelection(withCnae(selection, code))}
      />
      <FormProblem text={error} />
      <ChosenCnaes selection={selection} onSelection={onSelection} />
    </fieldset>
  );
}

function ChosenCnaes({
  selection,
  onSelection,
}: {
  selection: CnaeSelection;
  onSelection: (selection: CnaeSelection) => void;
}) {
  const details = useQuery(cnaeDetailsOptions(selection.cnaes));
  if (selection.cnaes.length === 0) return null;
  const nameOf = (code: string) =>
    details.data?.find(({ codigo }) => codigo === code)?.descricao ?? '';
  return (
    <>
      {details.isError && <FormProblem text="Erro ao buscar detalhes dos CNAEs" />}
      <ul aria-label="CNAEs escolhidos" className="rounded-card border border-line text-dense">
        {selection.cnaes.map((code) => (
          <li
            key={code}
            className="flex items-start gap-3 border-b border-line py-1.5 pr-1.5 pl-3 last:border-0"
          >
            <span className="min-w-0 flex-1 py-1.5">
              <span className="tabular-nums">{formatCnae(code)}</span>{' '}
              <span className="text-muted">{nameOf(code)}</span>
            </span>
            <span className="flex min-h-9 items-center">
              {selection.cnaePrincipal === code ? (
                <Badge tone="neutral">Principal</Badge>
              ) : (
                <RowAct
                  act="Tornar principal"
                  about={formatCnae(code)}
                  onClick={() => onSelection(withPrincipal(selection, code))}
                />
              )}
            </span>
            <IconButton
              label={`Remover ${formatCnae(code)}`}
              onClick={() => onSelection(withoutCnae(selection, code))}
            >
              <X aria-hidden size={14} />
            </IconButton>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A company's CNAEs, one of which is the principal. */
type CnaeSelection = { cnaes: readonly string[]; cnaePrincipal: string | null };

/** The first CNAE selected becomes the principal if there is none. */
export function withCnae(selection: CnaeSelection, code: string): CnaeSelection {
  const { cnaes } = selection;
  if (cnaes.includes(code) || cnaes.length >= maxCnaes) return selection;
  return {
    cnaes: [...cnaes, code],
    cnaePrincipal: selection.cnaePrincipal ?? code,
  };
}

/** If the principal is removed, the first remaining CNAE replaces it. */
export function withoutCnae(selection: CnaeSelection, code: string): CnaeSelection {
  const cnaes = selection.cnaes.filter((other) => other !== code);
  const isPrincipal = selection.cnaePrincipal === code;
  return { cnaes, cnaePrincipal: isPrincipal ? (cnaes[0] ?? null) : selection.cnaePrincipal };
}

export function withPrincipal(selection: CnaeSelection, code: string): CnaeSelection {
  return selection.cnaes.includes(code) ? { ...selection, cnaePrincipal: code } : selection;
}
