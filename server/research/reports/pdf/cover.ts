import { renderSVG } from 'uqr';
import type { PaperDrawings } from '../../../../client/paper/paper.ts';
import {
  formatCounted,
  formatDate,
  formatMoment,
  formatReais,
} from '../../../../shared/words/format.ts';
import { dataLimits } from '../../../../shared/contracts/completeness.ts';
import { areEnough } from '../../../../shared/statistics/interval-difference.ts';
import { heapedAt, heapText } from '../../../../shared/statistics/heaping.ts';
import { fewestForStatistics } from '../../../../shared/statistics/design-effect.ts';
import { incompleteTitle } from '../../../../shared/statistics/completeness.ts';
import type { Glance } from '../../../../client/paper/short.ts';
import { fittedSize } from '../model.ts';
import type { ReportModel, ReportSelection } from '../model.ts';

/** A query on the cover, with its main figure. */
export interface CoverSelection {
  /** 'A' to 'E' in a comparison. */
  readonly label: string | null;
  readonly subject: string;
  readonly parts: string;
  /** Above the figure: the main files that its months lack; null for complete data. */
  readonly incomplete: string | null;
  /** Null if there are too few records. */
  readonly figure: string | null;
  /** "n = 1.153 registros". */
  readonly records: string;
  /** The figure's 95 % interval; null if there is none. */
  readonly interval: string | null;
  /** The figures in words, for few records; null where the figure and its band say the same. */
  readonly sentence: string | null;
  readonly glance: Glance;
  readonly isSmall: boolean;
  readonly quality: string;
  /** `href` and `qr` are null for an address that only this machine can reach: the receipt then has its number alone. */
  readonly receipt: {
    readonly href: string | null;
    readonly text: string;
    readonly qr: string | null;
  } | null;
}

export interface Cover {
  readonly kind: string;
  readonly company: string | null;
  /** In points; the image itself is a separate file beside the document. */
  readonly logo: { readonly width: number; readonly height: number; readonly alt: string } | null;
  readonly selections: readonly CoverSelection[];
  readonly facts: readonly (readonly [term: string, text: string])[];
  /** Empty if the method section on the next pages lists them. */
  readonly limits: readonly string[];
}

/** In points: 56 by 20 mm. `pointsOfPixel` draws a pixel as large as on a screen. */
const logoFrame = { width: 159, height: 57 };
const pointsOfPixel = 0.75;

/** The first page: each query with its main figure, and the data that the document rests on. */
export function coverOf(model: ReportModel, drawings: PaperDrawings): Cover {
  const { selections } = model;
  const isComparison = selections.length > 1;
  return {
    kind: isComparison ? `Comparação de ${selections.length} seleções` : 'Relatório salarial',
    company: model.companyName,
    logo: model.logo && {
      ...fittedSize(model.logo, logoFrame, pointsOfPixel),
      alt: `Logotipo de ${model.companyName ?? 'empresa'}`,
    },
    selections: selections.map((selection) => ({
      ...coverSelection(selection, model.ownSalary, drawings),
      label: isComparison ? selection.label : null,
    })),
    facts: [
      ...(model.release === null
        ? []
        : [
            [
              'Dados',
              `versão ${model.release.number} dos dados, de ${formatDate(model.release.publishedAt)}`,
            ] as const,
          ]),
      ['Relatório', `de ${formatMoment(model.createdAt)}, horário de Brasília`],
      ...(model.createdBy === null ? [] : [['Feito por', model.createdBy] as const]),
      ['Produto', `CAGED Analytics ${model.version}`],
    ],
    limits: model.hasAnnex ? dataLimits : [],
  };
}

function coverSelection(
  selection: ReportSelection,
  ownSalary: number | null,
  drawings: PaperDrawings,
): Omit<CoverSelection, 'label'> {
  const { question, answer, quality, receiptAddress } = selection;
  const { statistics } = answer;
  const { count, median, medianInterval } = statistics;
  const isShown = count >= fewestForStatistics && median !== null;
  const heap = heapedAt(statistics);
  return {
    subject: question.subject,
    parts: question.parts.join(' · '),
    incomplete: incompleteTitle(answer.method.completeness),
    figure: isShown ? formatReais(median) : null,
    records: formatCounted(count, 'registro', 'registros'),
    interval:
      isShown && medianInterval
        ? heap !== null
          ? heapText([heap])
          : `intervalo de 95\u00a0%: ${formatReais(medianInterval.lower)} a ${formatReais(medianInterval.upper)}`
        : null,
    sentence:
      isShown && areEnough(count, answer.method.designEffect)
        ? null
        : drawings.plainSentence(statistics, answer.method.designEffect),
    glance: drawings.glanceOf({ ...selection, name: question.subject }, ownSalary),
    isSmall: count > 0 && !areEnough(count, answer.method.designEffect),
    quality: [`${quality.label.toLowerCase()}.`, ...quality.reasons].join(' '),
    receipt: receiptAddress === null ? null : receiptOf(receiptAddress),
  };
}

function receiptOf(address: string): CoverSelection['receipt'] {
  if (isOfThisMachine(address)) {
    const number = new URL(address).pathname.split('/').at(-1) ?? '';
    return { href: null, text: `número ${number}`, qr: null };
  }
  return { href: address, text: address, qr: renderSVG(address, { border: 0, ecc: 'M' }) };
}

/** Other devices cannot open such an address. */
const isOfThisMachine = (address: string) =>
  /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(new URL(address).hostname);
