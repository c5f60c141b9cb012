import type { ReactNode } from 'react';
import { percentile } from '../../../../shared/statistics/percentile.ts';
import {
  formatCentavos,
  formatDay,
  formatSignedReais,
  formatRecords,
} from '../../../../shared/words/format.ts';
import { usualHours } from '../reading/cell-values.ts';
import { hoursText, ofReference, percentileText, ratioText } from '../market/payroll-words.ts';
import { isDoubtful } from '../matching/match-titles.ts';
import type { RollReport } from '../export/roll-report.ts';
import type { PlacedPerson } from '../market/placed-people.ts';

export interface PeopleColumn {
  readonly header: string;
  /** In pixels. */
  readonly width: number;
  readonly isRight: boolean;
  readonly text: (placed: PlacedPerson) => ReactNode;
  /** Shown below the text. */
  readonly detail?: (placed: PlacedPerson) => ReactNode;
}

export function peopleTexts({
  words,
  amounts,
  comparedWith,
  qualityOf,
}: Pick<RollReport, 'words' | 'amounts' | 'comparedWith' | 'qualityOf'>): readonly PeopleColumn[] {
  const nothing = '—';
  const distanceFrom = (name: string): PeopleColumn => ({
    header: `Distância ${ofReference(name)}`,
    width: 120,
    isRight: true,
    text: (placed) => {
      const held = amounts.comparison(placed);
      return held === null ? nothing : formatSignedReais(held.distance / 100);
    },
    detail: (placed) => {
      const held = amounts.comparison(placed);
      return held === null ? '' : `razão ${ratioText(held.ratio)}`;
    },
  });
  const position: PeopleColumn = {
    header: 'Percentil',
    width: 80,
    isRight: true,
    text: (placed) => {
      const tenths = amounts.percentileOf(placed);
      return tenths === null ? nothing : percentileText(tenths);
    },
  };
  return [
    {
      header: 'Pessoa',
      width: 200,
      isRight: false,
      text: ({ person }) => person.title,
      detail: ({ person }) =>
        [
          person.identification,
          person.area,
          person.hired === null ? '' : `desde ${formatDay(person.hired)}`,
        ]
          .filter((text) => text !== '')
          .join(' · '),
    },
    {
      header: 'Ocupação e lugar',
      width: 220,
      isRight: false,
      text: ({ code }) => (code === null ? 'não encontrada' : words.occupation(code)),
      detail: ({ person }) => words.place(person),
    },
    {
      header: 'Salário',
      width: 120,
      isRight: true,
      text: ({ person }) => formatCentavos(person.centavos),
      detail: ({ person, equalised }) =>
        person.hours === usualHours * 100
          ? person.hasUsualHours
            ? '44 h, não informadas'
            : ''
          : `${hoursText(person.hours)}; em 44 h, ${formatCentavos(equalised)}`,
    },
    ...(comparedWith === null ? [] : [position]),
    {
      header: 'Mediana',
      width: 110,
      isRight: true,
      text: ({ cell }) => {
        const median = cell && percentile(cell.distribution, 5000);
        return median === null ? nothing : formatCentavos(median);
      },
      detail: ({ cell }) => (cell === null ? '' : 'em 44 h'),
    },
    ...(comparedWith === null ? [] : [distanceFrom(comparedWith)]),
    {
      header: 'Mercado',
      width: 240,
      isRight: false,
      text: ({ cell, confidence }) =>
        cell === null
          ? isDoubtful(confidence)
            ? 'a confirmar'
            : 'sem registros suficientes'
          : `${formatRecords(cell.distribution.count)} · qualidade ${qualityOf(cell).label.toLowerCase()}`,
      detail: (placed) =>
        placed.cell === null
          ? isDoubtful(placed.confidence)
            ? 'Confirme a ocupação em “Cargos”.'
            : 'Menos de 5 registros no Brasil.'
          : (words.widening(placed) ?? words.cell(placed.cell)),
    },
  ];
}
