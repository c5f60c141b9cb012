import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { showToast } from '../../../components/toast.tsx';
import { saveBlob } from '../../../lib/files.ts';
import type { RollReport } from './roll-report.ts';

/** Creates a workbook of the screen, in the browser, with code that loads on demand; and prints the payroll. */
export function ExportButtons({ report }: { report: RollReport }) {
  const [isMaking, setMaking] = useState(false);
  const makeWorkbook = async () => {
    setMaking(true);
    try {
      const { rollWorkbook } = await import('./roll-workbook.ts');
      saveBlob(await rollWorkbook(report), 'minha-folha-e-o-mercado.xlsx');
    } catch {
      showToast({
        title: 'Não foi possível gerar o arquivo',
        description:
          'Verifique a conexão e tente de novo: na primeira vez, o navegador baixa o gerador de arquivos.',
        tone: 'danger',
      });
    } finally {
      setMaking(false);
    }
  };
  return (
    <span className="flex flex-wrap gap-2">
      <Button disabled={isMaking} onClick={() => void makeWorkbook()}>
        {isMaking ? 'Gerando o Excel...' : 'Exportar Excel'}
      </Button>
      <Button onClick={() => print()}>Imprimir ou salvar em PDF</Button>
    </span>
  );
}
