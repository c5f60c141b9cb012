import { useId, useState } from 'react';
import { ownSalaryText } from '../../../shared/sentences/own-salary.ts';
import type { PreparedDistribution } from '../../../shared/statistics/percentile.ts';
import { formatAmount, maybeReais } from '../../../shared/words/format.ts';

/** "E quem ganha R$ ___?": answered in words on every keystroke, without a request. */
export function OwnSalary({
  distribution,
  salary,
  onSalary,
}: {
  /** Undefined while it loads. */
  distribution: PreparedDistribution | undefined;
  /** Centavos. */
  salary: number | undefined;
  onSalary: (centavos: number | undefined) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? (salary === undefined ? '' : formatAmount(salary));
  const isRefused = shown.trim() !== '' && !/[.,]$/.test(shown) && maybeReais(shown) === undefined;
  const handleText = (text: string) => {
    setTyped(text);
    const reais = maybeReais(text);
    if (text.trim() === '') onSalary(undefined);
    else if (reais !== undefined && reais > 0) onSalary(Math.round(reais * 100));
  };
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <label htmlFor={id} className="font-medium">
        E quem ganha
      </label>
      <span className="relative w-36 print:hidden">
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted"
        >
          R$
        </span>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          aria-invalid={isRefused || undefined}
          aria-describedby={`${id}-answer`}
          className="control pl-10 text-right tabular-nums"
          value={shown}
          onFocus={(event) => event.target.select()}
          onChange={(event) => handleText(event.target.value)}
          onBlur={() => setTyped(undefined)}
        />
      </span>
      <output id={`${id}-answer`} className="min-w-0 tabular-nums">
        {isRefused
          ? 'Informe um valor em reais, por exemplo 1.518,00.'
          : salary === undefined
            ? '?'
            : distribution === undefined
              ? 'Carregando...'
              : ownSalaryText(distribution, salary)}
      </output>
    </div>
  );
}
