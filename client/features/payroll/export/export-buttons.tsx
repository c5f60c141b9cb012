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
        title: 'O arquivo não foi feito',
        description:
          'Verifique a conexão (o programa que o faz é baixado na primeira vez) e tente de novo.',
        tone: 'danger',
      });
    } finally {
      setMaking(undefined);
    }
  };
  return (
    <>
      <Button disabled={making !== undefined} onClick={() => void make('xlsx')}>
        {making === 'xlsx' ? 'Fazendo o Excel...' : 'Exportar Excel'}
      </Button>
      <Button disabled={making !== undefined} onClick={() => void make('pdf')}>
        {making === 'pdf' ? 'Fazendo o PDF...' : 'Exportar PDF'}
      </Button>
    </>
  );
}
