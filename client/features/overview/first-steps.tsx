import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Overview } from '../../../shared/contracts/overview.ts';
import { Badge } from '../../components/badge.tsx';
import { buttonClass } from '../../components/button.tsx';
import { Panel } from '../../components/panel.tsx';

interface Step {
  readonly title: string;
  readonly text: ReactNode;
  readonly isDone: boolean;
  readonly action?: ReactNode;
}

/** The way from an empty installation to the first answer; nothing once each step is done. */
export function FirstSteps({ overview: { release, users } }: { overview: Overview }) {
  const hasData = release !== null && !release.isSynthetic;
  const steps: readonly Step[] = [
    {
      title: 'Baixe os arquivos',
      text: (
        <>
          No site do Ministério do Trabalho e Emprego, abra a página “Microdados RAIS e CAGED” do
          PDET e, nela, a pasta NOVO CAGED. De cada mês, baixe CAGEDMOV, CAGEDFOR e CAGEDEXC, sem
          descompactar.
        </>
      ),
      isDone: hasData,
    },
    {
      title: 'Envie',
      text: 'Escolha os arquivos: o sistema confere e publica. Os dados reais substituem os de demonstração.',
      isDone: hasData,
      action: (
        <Link to="/admin/upload" className={buttonClass('primary')}>
          Enviar arquivos
        </Link>
      ),
    },
    {
      title: 'Convide',
      text: 'Crie o usuário de cada pessoa e entregue a senha temporária, que ela troca no primeiro login.',
      isDone: users > 1,
      action: (
        <Link to="/admin/users" search={{ novo: '1' }} className={buttonClass('secondary')}>
          Convidar
        </Link>
      ),
    },
  ];
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <Panel title="Primeiros passos">
      <ol className="grid gap-x-6 gap-y-5 md:grid-cols-3">
        {steps.map(({ title, text, isDone, action }, index) => (
          <li key={title} className="flex flex-col items-start gap-2">
            <p className="flex items-center gap-2 font-medium">
              {index + 1}. {title}
              {isDone && <Badge tone="good">Feito</Badge>}
            </p>
            <p className="text-dense text-muted">{text}</p>
            {!isDone && action}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
