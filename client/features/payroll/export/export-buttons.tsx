import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { showToast } from '../../../components/toast.tsx';
import { saveBlob } from '../../../lib/files.ts';
import type { RollReport } from './roll-report.ts';

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Creates a workbook or a PDF of the screen, in the browser; the code that creates them loads on demand. */
export function ExportButtons({ report }: { report: () => RollReport }) {
  const [making, setMaking] = useState<'xlsx' | 'pdf'>();
  const make = async (kind: 'xlsx' | 'pdf') => {
    setMaking(kind);
    try {
      if (kind === 'xlsx') {
        const { rollWorkbook } = await import('./export-workbook.ts');
        const workbook = await rollWorkbook(report());
        saveBlob(new Blob([workbook], { type: workbookType }), 'minha-folha-e-o-mercado.xlsx');
      } else {
        const { rollPaper } = await import('./export-paper.ts');
        const paper = await rollPaper(report());
        saveBlob(
          new Blob([new Uint8Array(paper)], { type: 'application/pdf' }),
          'minha-folha-e-o-mercado.pdf',
        );
      }
    } catch {
      showToast({
        title: 'Não foi possível gerar o arquivo',
        description:
          'Verifique a conexão e tente de novo: na primeira vez, o navegador baixa o gerador de arquivos.',
        tone: 'danger',
      });
    } finally {
      setMaking(undefined);
    }
  };
  return (
    <>
      <Button disabled={making !== undefined} onClick={() => void make('xlsx')}>
        {making === 'xlsx' ? 'Gerando o Excel...' : 'Exportar Excel'}
      </Button>
      <Button disabled={making !== undefined} onClick={() => void make('pdf')}>
        {making === 'pdf' ? 'Gerando o PDF...' : 'Exportar PDF'}
      </Button>
    </>
  );
}
