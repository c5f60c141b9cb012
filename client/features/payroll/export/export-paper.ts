import {
  incompleteText,
  incompleteTitle,
  isIncomplete,
} from '../../../../shared/statistics/completeness.ts';
import {
  formatCentavos,
  formatCount,
  formatCounted,
  formatMoment,
  formatWholeReais,
} from '../../../../shared/words/format.ts';
import { bandPicture, moneyTicks, type BandPicture } from '../figures/band-maths.ts';
import { PaperWriter, paperColours, paperWidth, type PaperColumn } from './paper-writer.ts';
import { outlierText, peopleText, ratioText, referenceText } from '../market/payroll-words.ts';
import { methodSentences, type RollReport } from './roll-report.ts';
import { totalGroups, totalsBy, type Total } from '../figures/totals.ts';

const pictureHeight = 220;
const axisWidth = 62;
const mostOccupations = 60;

/**
 * The payroll beside the market as a PDF, created in the browser: the sums, the chart, the totals and the method,
 * without names.
 */
export async function rollPaper(report: RollReport): Promise<Uint8Array> {
  const { total, placed, amounts, words, reference, madeAt, completeness } = report;
  const name = referenceText(reference);
  const paper = await PaperWriter.begin('Minha folha e o mercado');
  paper.title('Minha folha e o mercado');
  paper.note(`Feito neste navegador em ${formatMoment(madeAt.toISOString())}`);
  for (const sentence of summarySentences(report)) paper.paragraph(sentence);
  const picture = bandPicture(placed.filter((one) => !amounts.isOutlier(one)));
  if (picture) {
    paper.heading('Cada pessoa na faixa do seu mercado');
    drawBands(paper, picture);
    paper.note(
      'Um ponto por pessoa, salário em 44 horas. Faixa clara: P10 a P90 do mercado; escura: P25 a P75; traço: mediana.',
    );
  }
  const groups = totalGroups(words);
  const columns: PaperColumn[] = [
    { header: 'Grupo', width: 185 },
    { header: 'Pessoas', width: 48, isRight: true },
    { header: 'Folha por mês', width: 88, isRight: true },
    ...(isIncomplete(completeness)
      ? []
      : [
          { header: `Sobre o ${name}`, width: 60, isRight: true as const },
          { header: 'Abaixo', width: 42, isRight: true as const },
          { header: 'Custo por mês', width: 76, isRight: true as const },
        ]),
  ];
  const sections = [
    ['Por área', totalsBy(placed, amounts, groups.area)],
    ['Por sexo', totalsBy(placed, amounts, groups.sexo)],
    ['Por ocupação', totalsBy(placed, amounts, groups.ocupacao)],
  ] as const;
  for (const [title, totals] of sections) {
    paper.heading(title);
    paper.table(
      columns,
      totals.slice(0, mostOccupations).map((one) => totalCells(one).slice(0, columns.length)),
    );
    const others = totals.length - mostOccupations;
    if (others > 0) paper.note(`E mais ${others}, na planilha exportada.`);
  }
  paper.heading('Como foi calculado');
  for (const sentence of methodSentences(report)) paper.paragraph(sentence);
  return paper.end(`CAGED Analytics · Minha folha · ${peopleText(total.people)}`);
}

const totalCells = ({ name, people, payroll, ratio, below, cost }: Total): string[] => [
  name,
  formatCount(people),
  formatCentavos(payroll),
  ratio === null ? '–' : ratioText(ratio),
  formatCount(below),
  formatCentavos(cost),
];

/** The payroll's summary, in sentences. */
function summarySentences(report: RollReport): string[] {
  const { total, reference, roll, completeness, placed, amounts } = report;
  const outliers = outlierText(placed, amounts);
  const incomplete = incompleteTitle(completeness);
  const name = referenceText(reference);
  const left = roll.refused.length;
  return [
    ...(incomplete === null ? [] : [`${incomplete}. ${incompleteText}`]),
    `${peopleText(total.people)}, ${total.placed} comparadas com o mercado, e uma folha de ${formatCentavos(total.payroll)} por mês.`,
    ...(incomplete === null ? besideMarket(total, name) : []),
    ...(outliers === null ? [] : [outliers]),
    ...(left === 0
      ? []
      : [
          `${formatCounted(left, 'linha da planilha ficou', 'linhas da planilha ficaram')} de fora.`,
        ]),
  ];
}

function besideMarket({ below, cost, ratio }: Total, name: string): string[] {
  return [
    below === 0
      ? `Ninguém ganha menos que o ${name} do seu mercado.`
      : `${peopleText(below)} abaixo do ${name} do seu mercado: levar todos até ele custa ${formatCentavos(cost)} por mês, sem encargos.`,
    ...(ratio === null
      ? []
      : [`Todos juntos recebem ${ratioText(ratio)} do ${name} dos seus mercados.`]),
  ];
}

function drawBands(paper: PaperWriter, picture: BandPicture): void {
  const { people, spans, lowest, highest } = picture;
  const [low, high] = [Math.log(lowest * 0.95), Math.log(highest * 1.05)];
  paper.drawing(pictureHeight, (page, origin, font) => {
    const x = (place: number) =>
      origin.x + axisWidth + (place / people.length) * (paperWidth - axisWidth);
    const y = (centavos: number) =>
      origin.y + (pictureHeight * (Math.log(Math.max(1, centavos)) - low)) / (high - low);
    for (const { from, to, p10, p25, p50, p75, p90 } of spans) {
      const [left, width] = [x(from), x(to) - x(from)];
      const block = (bottom: number, top: number) => ({
        x: left,
        y: y(bottom),
        width,
        height: y(top) - y(bottom),
      });
      page.drawRectangle({ ...block(p10, p90), color: paperColours.step1 });
      page.drawRectangle({ ...block(p25, p75), color: paperColours.step2 });
      const [start, end] = [
        { x: left, y: y(p50) },
        { x: left + width, y: y(p50) },
      ];
      page.drawLine({ start, end, thickness: 1.2, color: paperColours.ink });
    }
    for (const centavos of moneyTicks(lowest * 0.95, highest * 1.05)) {
      const text = formatWholeReais(centavos / 100).replaceAll('\u00a0', ' ');
      page.drawText(text, {
        x: origin.x + axisWidth - 8 - font.widthOfTextAtSize(text, 8),
        y: y(centavos) - 3,
        size: 8,
        font,
        color: paperColours.muted,
      });
    }
    const size = people.length > 1000 ? 0.8 : 1.8;
    for (const [place, { equalised }] of people.entries()) {
      page.drawCircle({ x: x(place + 0.5), y: y(equalised), size, color: paperColours.point });
    }
  });
}
