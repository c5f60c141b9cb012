import {
  ageBandName,
  genderName,
  occupationName,
  sectorName,
  sizeName,
} from '../../../shared/codes/codes.ts';
import type { GroupFigures, Panels } from '../../../shared/contracts/panels.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import { groupColumns } from '../../../shared/statistics/catalogue.ts';
import { formatCount } from '../../../shared/words/format.ts';
import { drawBarRows, inReais, salaryBar } from '../../components/charts/bar-rows.tsx';
import type { Chart } from '../../components/charts/chart.ts';
import { emptyTexts } from './empty-reason.tsx';
import {
  extremesText,
  figureCells,
  figuresText,
  rangeLegend,
  type PanelGroups,
} from './figures.ts';
import { hasGenderData } from './gender-data.ts';
import type { OwnFilter } from './own-filters.tsx';

export interface PanelGroup {
  readonly key: string;
  readonly label: string;
  /** The group's code, for panels whose table has a column for it. */
  readonly code?: string;
  readonly isAsked: boolean;
  readonly figures: GroupFigures;
}

/** The groups of a panel with all its words: the same on screen, on paper and in a comparison. */
export interface GroupPanel extends PanelGroups {
  readonly title: string;
  /** "Mediana por …". */
  readonly by: string;
  readonly caption: string;
  /** The headers of the table's first column and of the column of codes. */
  readonly header: string;
  readonly codeHeader?: string;
  /** The panel's own filter, which it does not apply; null for a panel that applies all. */
  readonly own: OwnFilter | null;
  /** What the groups are, where the title does not state it. */
  readonly about?: string;
  /** Shown instead of the groups if there are none. */
  readonly emptyText: string;
  readonly groups: readonly PanelGroup[];
}

type Asked = Pick<
  SearchFilters,
  'porte' | 'genero' | 'faixaEtaria' | 'escolaridade' | 'cnaes' | 'secao'
>;

const isCounted = ({ count }: GroupFigures) => count > 0;

/** Each panel of groups, read from an answer's panels. */
export const groupPanels = {
  companySize: ({ companySize }: Pick<Panels, 'companySize'>, asked: Asked): GroupPanel => {
    const sizes = companySize.sizes.filter(isCounted);
    return {
      ...companySize,
      title: 'Porte da empresa',
      by: 'porte do estabelecimento',
      caption: 'Salários por porte da empresa',
      header: 'Porte',
      own: 'companySize',
      about: 'Pelo critério do SEBRAE, segundo os empregados em janeiro e o setor.',
      emptyText: emptyTexts.companySize,
      groups: sizes.every(({ porte }) => porte === null)
        ? []
        : sizes.map((figures) => ({
            key: figures.porte ?? '',
            label: sizeName(figures.porte),
            isAsked: figures.porte !== null && figures.porte === asked.porte,
            figures,
          })),
    };
  },
  gender: ({ gender }: Pick<Panels, 'gender'>, asked: Asked): GroupPanel => ({
    ...gender,
    title: 'Salários por gênero',
    by: 'gênero',
    caption: 'Salários por gênero',
    header: 'Gênero',
    own: 'sex',
    emptyText: 'Nenhum destes registros informa o gênero.',
    groups: !hasGenderData(gender)
      ? []
      : gender.genders.filter(isCounted).map((figures) => ({
          key: figures.genero ?? '',
          label: genderName(figures.genero),
          isAsked: figures.genero === asked.genero,
          figures,
        })),
  }),
  age: ({ age }: Pick<Panels, 'age'>, asked: Asked): GroupPanel => ({
    ...age,
    title: 'Salários por faixa etária',
    by: 'faixa etária',
    caption: 'Salários por faixa etária',
    header: 'Faixa etária',
    own: 'age',
    emptyText: emptyTexts.age,
    groups: !age.bands.some(isCounted)
      ? []
      : age.bands.map((figures) => ({
          key: figures.faixa,
          label: ageBandName(figures.faixa),
          isAsked: figures.faixa === asked.faixaEtaria,
          figures,
        })),
  }),
  schooling: ({ schooling }: Pick<Panels, 'schooling'>, asked: Asked): GroupPanel => ({
    ...schooling,
    title: 'Salários por escolaridade',
    by: 'escolaridade',
    caption: 'Salários por escolaridade',
    header: 'Escolaridade',
    own: 'schooling',
    emptyText: emptyTexts.schooling,
    groups: schooling.groups.filter(isCounted).map((figures) => ({
      key: figures.escolaridade,
      label: figures.nome,
      isAsked: figures.escolaridade === asked.escolaridade,
      figures,
    })),
  }),
  sector: ({ sector }: Pick<Panels, 'sector'>, asked: Asked): GroupPanel => {
    const { level, section, sectors, total } = sector;
    const isWhole = level === 'secao';
    return {
      ...sector,
      title: 'Setor de atividade',
      by: 'setor de atividade',
      caption: 'Salários por setor de atividade',
      header: isWhole ? 'Seção da CNAE' : 'Subclasse da CNAE',
      codeHeader: 'Código',
      own: isWhole ? 'section' : 'subclass',
      about: [
        ...(isWhole ? [] : [`Atividades de: ${section?.nome ?? 'setor sem nome'}.`]),
        ...(sectors.length < total
          ? [
              `São ${formatCount(total)}; aqui estão as ${formatCount(sectors.length)} com mais registros.`,
            ]
          : []),
      ].join(' '),
      emptyText: emptyTexts.sector,
      groups: sectors.map((figures) => ({
        key: figures.codigo,
        label: sectorName(figures),
        code: figures.codigo,
        isAsked: asked.cnaes?.includes(figures.codigo) === true,
        figures,
      })),
    };
  },
  family: ({ family }: Pick<Panels, 'family'>): GroupPanel => ({
    isComparable: family?.isComparable ?? false,
    designEffect: family?.designEffect ?? 1,
    title: 'Ocupações semelhantes',
    by: `ocupação da família ${family?.familia ?? ''}`,
    caption: `Salários das ocupações da família ${family?.familia ?? ''}`,
    header: 'Ocupação',
    codeHeader: 'CBO',
    own: null,
    about: `Ocupações da família ${family?.familia ?? ''} da CBO.`,
    emptyText: family === null ? emptyTexts.familyUnasked : emptyTexts.familyAlone,
    groups: (family?.occupations ?? []).map((figures) => ({
      key: figures.cbo,
      label: occupationName(figures),
      code: figures.cbo,
      isAsked: figures.isAsked,
      figures,
    })),
  }),
} as const;

/** Pay by the groups of a panel. Draws the given groups; the table and the file have all. */
export function groupsChart(panel: GroupPanel, drawn = panel.groups): Chart {
  const { title, by, caption, header, codeHeader, groups } = panel;
  return {
    title,
    summary: `Mediana por ${by}. ${extremesText(panel)}`.trim(),
    legend: rangeLegend,
    draw: drawBarRows(
      drawn.map(({ key, label, figures, isAsked }) => ({
        key,
        label,
        name: figuresText(label, figures),
        isStrong: isAsked,
        bar: salaryBar(figures),
      })),
      inReais,
    ),
    table: {
      caption,
      columns: [
        { header, format: 'text' },
        ...(codeHeader === undefined ? [] : [{ header: codeHeader, format: 'text' as const }]),
        ...groupColumns,
      ],
      rows: groups.map(({ label, code, figures }) => [
        label,
        ...(code === undefined ? [] : [code]),
        ...figureCells(figures),
      ]),
    },
  };
}
