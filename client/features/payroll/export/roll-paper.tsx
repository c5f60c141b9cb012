import { createPortal } from 'react-dom';
import { incompleteText, incompleteTitle } from '../../../../shared/statistics/completeness.ts';
import {
  formatCentavos,
  formatCount,
  formatCounted,
  formatFirst,
  formatMoment,
} from '../../../../shared/words/format.ts';
import { DataTable } from '../../../components/charts/chart-view.tsx';
import { paperWidth, usePrinting } from '../../../lib/hooks.ts';
import { BandDrawing, BandLegend } from '../figures/band-chart.tsx';
import type { BandPicture } from '../figures/band-maths.ts';
import { noneBelowText, totalGroups, totalsBy, totalsTable } from '../figures/totals.ts';
import { ofMarket, peopleText, ratioText, type PayrollWords } from '../market/payroll-words.ts';
import {
  methodSentences,
  readingNotes,
  syntheticSentence,
  type RollReport,
} from './roll-report.ts';

/** What the browser prints in place of the screen: the sums, the chart, the totals and the method, without names. */
export function RollPaper({ report }: { report: RollReport }) {
  const printedAt = usePrinting();
  return printedAt === undefined
    ? null
    : createPortal(<Paper report={report} printedAt={printedAt} />, document.body);
}

const maxListed = 60;

function Paper({ report, printedAt }: { report: RollReport; printedAt: string }) {
  const { placed, amounts, words, picture, comparedWith } = report;
  return (
    <article className="paper flex flex-col gap-3">
      <h1 className="text-title font-semibold">Minha folha e o mercado</h1>
      <p className="text-fine text-muted">Feito neste navegador em {formatMoment(printedAt)}</p>
      {summarySentences(report).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {picture && (
        <>
          <h2 className="font-semibold">Cada pessoa na faixa do seu mercado</h2>
          <figure aria-label={`${peopleText(picture.people.length)} na faixa do seu mercado`}>
            <BandDrawing picture={picture} width={paperWidth} />
            <figcaption className="text-fine text-muted">
              <BandLegend /> Da esquerda para a direita: {bandsText(picture, words)}.
            </figcaption>
          </figure>
        </>
      )}
      {Object.values(totalGroups(words)).map(({ label, nameOf }) => {
        const totals = totalsBy(placed, amounts, nameOf);
        const others = totals.length - maxListed;
        return (
          <section key={label}>
            <h2 className="font-semibold">Por {label.toLowerCase()}</h2>
            <DataTable data={totalsTable(totals.slice(0, maxListed), label, comparedWith)} />
            {others > 0 && (
              <p className="text-fine">E mais {formatCount(others)}, na planilha exportada.</p>
            )}
          </section>
        );
      })}
      <h2 className="font-semibold">Como foi calculado</h2>
      {methodSentences(report).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </article>
  );
}

/** The market of each band. On screen, the person under the pointer has it. */
const bandsText = ({ people, spans }: BandPicture, words: PayrollWords) =>
  formatFirst(
    spans.flatMap(({ from }) => people[from]?.cell ?? []).map((cell) => words.cell(cell)),
    maxListed,
  );

function summarySentences({
  total,
  comparedWith,
  roll,
  completeness,
  warnings,
  isSynthetic,
}: RollReport) {
  const incomplete = incompleteTitle(completeness);
  const [left, partly] = [roll.refused.length, roll.doubts.length];
  const sentences = [
    isSynthetic && syntheticSentence,
    incomplete && `${incomplete}. ${incompleteText}`,
    `${peopleText(total.people)}, ${formatCounted(total.placed, 'comparada', 'comparadas')} com o mercado, e uma folha de ${formatCentavos(total.payroll)} por mês.`,
    comparedWith &&
      (total.below === 0
        ? noneBelowText(total, ofMarket(comparedWith, 'do seu mercado'))
        : `${peopleText(total.below)} abaixo ${ofMarket(comparedWith, 'do seu mercado')}: chegar até lá custa ${formatCentavos(total.cost)} por mês, sem encargos.`),
    comparedWith &&
      total.ratio !== null &&
      `Juntas, as pessoas comparadas recebem ${ratioText(total.ratio)} ${ofMarket(comparedWith, 'dos seus mercados')}.`,
    ...warnings,
    left > 0 &&
      `${formatCounted(left, 'linha da planilha ficou', 'linhas da planilha ficaram')} de fora.`,
    partly > 0 &&
      `${formatCounted(partly, 'linha da planilha entrou incompleta', 'linhas da planilha entraram incompletas')}.`,
    ...readingNotes(roll),
  ];
  return sentences.filter((sentence) => typeof sentence === 'string');
}
