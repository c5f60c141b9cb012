import type { FunnelStep } from '../../../shared/contracts/search.ts';
import type { SalaryQuery } from '../query/salary-query.ts';
import type { RemainingLines } from '../query/engine/remaining-lines.ts';

/** The funnel: how many lines match the selection, and how many each step removes and why, down to the records. */
export function funnelOf(query: SalaryQuery, lines: RemainingLines): FunnelStep[] {
  const texts = stepTexts(query);
  let before = lines.get('selecao') ?? 0;
  return [...lines].map(([step, remaining]) => {
    const removed = before - remaining;
    before = remaining;
    return { step, ...texts[step], removed, remaining };
  });
}

type StepTexts = Pick<FunnelStep, 'label' | 'reason'>;

const seriesTexts: Readonly<Record<SalaryQuery['series'], StepTexts>> = {
  ajustada: {
    label: 'Menos as exclusões',
    reason: 'Cada exclusão (EXC) retira uma linha igual a ela, declarada antes por engano.',
  },
  declarada: {
    label: 'Só as declaradas no prazo',
    reason: 'A série declarada não tem as declarações fora do prazo (FOR) nem as exclusões.',
  },
};

function stepTexts({ series, movement }: SalaryQuery): Record<FunnelStep['step'], StepTexts> {
  return {
    selecao: {
      label: 'Linhas dos arquivos na seleção',
      reason:
        'Todas as linhas de movimentação no prazo (MOV) e fora do prazo (FOR) do período e dos filtros.',
    },
    serie: seriesTexts[series],
    movimentacao: {
      label: movement === 'admissao' ? 'Só admissões' : 'Só desligamentos',
      reason: `Os ${movement === 'admissao' ? 'desligamentos' : 'registros de admissão'} não entram nesta pesquisa.`,
    },
    intermitente: {
      label: 'Sem contratos intermitentes',
      reason: 'O salário de um contrato intermitente não é mensal.',
    },
    vazio: {
      label: 'Com salário informado',
      reason: 'Retira as linhas com o campo de salário vazio no arquivo.',
    },
    zero: {
      label: 'Com salário acima de zero',
      reason: 'Retira as linhas com salário declarado igual a zero.',
    },
    piso: {
      label: 'A partir de 0,3 salário mínimo',
      reason: 'Retira os salários abaixo de 0,3 salário mínimo do mês, pela regra do MTE.',
    },
    teto: {
      label: 'Até 150 salários mínimos',
      reason: 'Retira os salários acima de 150 salários mínimos do mês, pela regra do MTE.',
    },
    jornada: {
      label: 'Com 40 horas contratuais ou mais',
      reason: 'Retira as jornadas menores que 40 horas semanais e as não informadas.',
    },
    aprendiz: { label: 'Sem aprendizes', reason: 'Retira os contratos de aprendizagem.' },
    faixaSalarial: {
      label: 'Dentro da faixa salarial pedida',
      reason: 'Retira os salários fora da faixa dos filtros.',
    },
  };
}
