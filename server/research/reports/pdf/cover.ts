import { renderSVG } from 'uqr';
import type { PaperDrawings } from '../../../../client/paper/paper.ts';
import {
  formatDate,
  formatMoment,
  formatReais,
  formatRecords,
} from '../../../../shared/words/format.ts';
import { dataLimits } from '../../../../shared/contracts/completeness.ts';
import { areEnough } from '../../../../shared/statistics/interval-difference.ts';
import { heapedAt, heapText } from '../../../../shared/statistics/heaping.ts';
import { minForStatistics } from '../../../../shared/statistics/design-effect.ts';
import { incompleteTitle } from '../../../../shared/statistics/completeness.ts';
import type { ReportLogo, ReportModel, ReportSelection } from '../model.ts';

/** The first page: each query with its main figure, and the data that the document rests on. */
export function coverOf(model: ReportModel, drawings: PaperDrawings) {
  const { selections } = model;
  const isComparison = selections.length > 1;
  return {
    kind: isComparison ? `Comparação de ${selections.length} seleções` : 'Relatório salarial',
    name: model.name,
    company: model.companyName,
    /** In points; the image itself is a separate file beside the document. */
    logo: model.logo && {
      ...logoSize(model.logo),
      alt: `Logotipo de ${model.companyName ?? 'empresa'}`,
    },
    selections: selections.map((selection) => ({
      ...coverSelection(selection, model.ownSalary, drawings),
      /** 'A' to 'E' in a comparison. */
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
    /** Empty if the method section on the next pages lists them. */
    limits: model.hasAnnex ? dataLimits : [],
  };
}

/** In points: in a frame of 56 by 20 mm, undistorted, and with no pixel larger than on a screen. */
export function logoSize({ width, height }: Pick<ReportLogo, 'width' | 'height'>) {
  const scale = Math.min(159 / width, 57 / height, 0.75);
  return { width: width * scale, height: height * scale };
}

/** A query on the cover, with its main figure. */
function coverSelection(
  selection: ReportSelection,
  ownSalary: number | null,
  drawings: PaperDrawings,
) {
  const { query, answer, quality, receiptAddress } = selection;
  const { statistics } = answer;
  const { count, median, medianInterval } = statistics;
  const isShown = count >= minForStatistics && median !== null;
  const heap = heapedAt(statistics);
  return {
    subject: query.subject,
    parts: query.parts.join(' · '),
    /** Above the figure: the main files that its months lack; null for complete data. */
    incomplete: incompleteTitle(answer.method.completeness),
    /** Null if there are too few records. */
    figure: isShown ? formatReais(median) : null,
    records: formatRecords(count),
    /** The figure's 95 % interval; null if there is none. */
    interval:
      isShown && medianInterval
        ? heap !== null
          ? heapText([heap])
          : `intervalo de 95\u00a0%: ${formatReais(medianInterval.lower)} a ${formatReais(medianInterval.upper)}`
        : null,
    /** Why there is no figure; null if there is one. */
    sentence: isShown ? null : drawings.plainSentence(statistics),
    glance: drawings.glanceOf({ ...selection, name: query.subject }, ownSalary),
    isSmall: count > 0 && !areEnough(count, answer.method.designEffect),
    quality: [`${quality.label.toLowerCase()}.`, ...quality.reasons].join(' '),
    receipt: receiptAddress === null ? null : receiptOf(receiptAddress),
  };
}

/** `href` and `qr` are null for an address that only this machine can reach: the receipt then shows only its number. */
function receiptOf(address: string) {
  if (isOfThisMachine(address)) {
    const number = new URL(address).pathname.split('/').at(-1) ?? '';
    return { href: null, text: `número ${number}`, qr: null };
  }
  return { href: address, text: address, qr: renderSVG(address, { border: 0, ecc: 'M' }) };
}

/** Other devices cannot open such an address. */
const isOfThisMachine = (address: string) =>
  /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(new URL(address).hostname);
