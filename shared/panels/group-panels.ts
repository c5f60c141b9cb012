import {
  ageBandName,
  genderName,
  occupationName,
  sectorName,
  sizeName,
  unknownSchooling,
  unknownSection,
} from '../codes/codes.ts';
import { keysOf } from '../codes/keys.ts';
import type { GroupFigures, Panels } from '../contracts/panels.ts';
import type { SearchFilters } from '../contracts/search.ts';
import type { FacetName } from '../filters/facet-filters.ts';
import { formatCount } from '../words/format.ts';

export interface PanelGroup {
  /** Unique in the panel. */
  readonly key: string;
  readonly label: string;
  /** Whether its records do not state the code. */
  readonly isUnknown: boolean;
  /** The group's code, for panels whose table has a column for it. */
  readonly code?: string;
  readonly isRequested: boolean;
  readonly figures: GroupFigures;
}

/** What a panel is called wherever it appears. */
interface PanelTexts {
  /** The section of the screen, and of the documents, that has the panel. */
  readonly section: 'quem' | 'empresas' | 'cargos';
  /** Its name among the panels of its section. */
  readonly view: string;
  readonly title: string;
  /** "Mediana por …". */
  readonly by: string;
  readonly caption: string;
  /** The headers of the table's first column and of the column of codes. */
  readonly header: string;
  readonly codeHeader?: string;
  /** The panel's own filter, which it does not apply; null for a panel that applies all. */
  readonly own: FacetName | null;
  /** What the groups are, where the title does not state it. */
  readonly about?: string;
  /** Shown instead of the groups if there are none. */
  readonly emptyText: string;
  /** The name of its own sheet of a workbook; its title unless given. The panels of `quem` share a sheet. */
  readonly sheet?: string;
  /** `painel` of its groups in the API. */
  readonly apiName: string;
}

interface PanelFigures {
  readonly isComparable: boolean;
  readonly designEffect: number;
  readonly groups: readonly PanelGroup[];
}

/** A panel of a response: texts that depend on the response replace the usual ones. */
type PanelContent = PanelFigures & Partial<PanelTexts>;

interface PanelDefinition extends PanelTexts {
  /** Whether screen and paper show groups without records too. */
  readonly showsEmpty?: boolean;
  /** Null where the query has no such panel. */
  readonly read: (panels: Panels, filters: Partial<SearchFilters>) => PanelContent | null;
}

/** The content of a panel, with each group's name beside its figures. */
const contentOf = <Figures extends GroupFigures>(
  { isComparable, designEffect }: Omit<PanelFigures, 'groups'>,
  groups: readonly Figures[],
  named: (figures: Figures) => Omit<PanelGroup, 'figures'>,
): PanelContent => ({
  isComparable,
  designEffect,
  groups: groups.map((figures) => ({ ...named(figures), figures })),
});

export type GroupPanelName = Exclude<keyof Panels, 'regional' | 'trend'>;

const definitions: Readonly<Record<GroupPanelName, PanelDefinition>> = {
  gender: {
    section: 'quem',
    view: 'Gênero',
    title: 'Salários por gênero',
    by: 'gênero',
    caption: 'Salários por gênero',
    header: 'Gênero',
    own: 'sex',
    emptyText: 'Nenhum destes registros informa o gênero.',
    apiName: 'genero',
    read: ({ gender }, { genero: requested }) =>
      contentOf(gender, gender.genders, ({ genero }) => ({
        key: genero ?? '',
        label: genderName(genero),
        isUnknown: genero === null,
        isRequested: genero === requested,
      })),
  },
  age: {
    section: 'quem',
    view: 'Idade',
    title: 'Salários por faixa etária',
    by: 'faixa etária',
    caption: 'Salários por faixa etária',
    header: 'Faixa etária',
    own: 'age',
    emptyText: 'Nenhum destes registros é de uma das faixas, de 18 anos ou mais.',
    apiName: 'faixa_etaria',
    showsEmpty: true,
    read: ({ age }, { faixaEtaria }) =>
      contentOf(age, age.bands, ({ faixa }) => ({
        key: faixa,
        label: ageBandName(faixa),
        isUnknown: false,
        isRequested: faixa === faixaEtaria,
      })),
  },
  schooling: {
    section: 'quem',
    view: 'Escolaridade',
    title: 'Salários por escolaridade',
    by: 'escolaridade',
    caption: 'Salários por escolaridade',
    header: 'Escolaridade',
    own: 'schooling',
    emptyText: 'Nenhum destes registros informa a escolaridade.',
    apiName: 'escolaridade',
    read: ({ schooling }, { escolaridade: requested }) =>
      contentOf(schooling, schooling.groups, ({ escolaridade, nome }) => ({
        key: escolaridade,
        label: nome,
        isUnknown: escolaridade === unknownSchooling,
        isRequested: escolaridade === requested,
      })),
  },
  companySize: {
    section: 'empresas',
    view: 'Porte',
    title: 'Porte da empresa',
    by: 'porte do estabelecimento',
    caption: 'Salários por porte da empresa',
    header: 'Porte',
    own: 'companySize',
    about: 'Pelo critério do SEBRAE, segundo os empregados em janeiro e o setor.',
    emptyText:
      'Nenhum destes registros informa o tamanho do estabelecimento. Tente um período ou um lugar maior.',
    sheet: 'Porte',
    apiName: 'porte',
    read: ({ companySize }, { porte: requested }) =>
      contentOf(companySize, companySize.sizes, ({ porte }) => ({
        key: porte ?? '',
        label: sizeName(porte),
        isUnknown: porte === null,
        isRequested: porte === requested,
      })),
  },
  sector: {
    section: 'empresas',
    view: 'Setor',
    title: 'Setor de atividade',
    by: 'setor de atividade',
    caption: 'Salários por setor de atividade',
    header: 'Setor ou atividade',
    codeHeader: 'CNAE',
    own: 'section',
    about: 'Das atividades de um setor, as 100 com mais registros.',
    emptyText: 'Nenhum destes registros tem o setor. Amplie o período ou remova o filtro de setor.',
    sheet: 'Setores',
    apiName: 'secao',
    read: ({ sector }, { cnaes }) => ({
      ...contentOf(sector, sector.sectors, ({ codigo, nome }) => ({
        key: codigo,
        label: sectorName({ codigo, nome }),
        isUnknown: codigo === unknownSection,
        code: codigo,
        isRequested: cnaes?.includes(codigo) === true,
      })),
      ...sectorTexts(sector),
    }),
  },
  family: {
    section: 'cargos',
    view: 'Ocupações semelhantes',
    title: 'Ocupações semelhantes',
    by: 'ocupação da família',
    caption: 'Salários das ocupações da mesma família da CBO',
    header: 'Ocupação',
    codeHeader: 'CBO',
    own: null,
    about: 'Ocupações da mesma família da CBO.',
    emptyText:
      'Pesquise uma ocupação, ou várias da mesma família da CBO, para compará-la com as semelhantes.',
    sheet: 'Ocupações',
    apiName: 'ocupacao',
    read: ({ family }) =>
      family && {
        ...contentOf(family, family.occupations, ({ cbo, titulo, isRequested }) => ({
          key: cbo,
          label: occupationName({ cbo, titulo }),
          isUnknown: false,
          code: cbo,
          isRequested,
        })),
        by: `ocupação da família ${family.familia}`,
        caption: `Salários das ocupações da família ${family.familia}`,
        about: `Ocupações da família ${family.familia} da CBO.`,
        emptyText: 'Nenhuma outra ocupação da família tem registros nesta pesquisa.',
      },
  },
};

function sectorTexts({ level, section, sectors, total }: Panels['sector']): Partial<PanelTexts> {
  const isWhole = level === 'secao';
  const parts = [
    ...(isWhole ? [] : [`Atividades de: ${section?.nome ?? 'setor sem nome'}.`]),
    ...(sectors.length < total
      ? [
          `São ${formatCount(total)}; aqui estão as ${formatCount(sectors.length)} com mais registros.`,
        ]
      : []),
  ];
  return {
    header: isWhole ? 'Seção da CNAE' : 'Subclasse da CNAE',
    codeHeader: 'Código',
    own: isWhole ? 'section' : 'subclass',
    about: parts.join(' '),
    apiName: level,
  };
}

/** The panels of groups, in the order of screen and documents. */
export const groupPanelNames = keysOf(definitions);

/** The panels' usual texts, for documents about several responses. */
export const panelTexts: Readonly<Record<GroupPanelName, PanelTexts>> = definitions;

export const panelsOfSection = (section: PanelTexts['section']): GroupPanelName[] =>
  groupPanelNames.filter((name) => definitions[name].section === section);

/** The panels that documents show one by one; those of `quem` share a section and a sheet. */
export const individualPanels = groupPanelNames.filter(
  (name) => definitions[name].section !== 'quem',
);

/** A panel of a response with all its texts: the same on screen, in documents and in the API. */
export interface GroupPanel extends PanelTexts, PanelFigures {
  readonly name: GroupPanelName;
}

const absent: PanelFigures = { isComparable: false, designEffect: 1, groups: [] };

/**
 * The panel with every group, also those without records; without groups where the query has no such panel. `filters`
 * marks the groups that the query requests.
 */
export function wholePanel(
  name: GroupPanelName,
  panels: Panels,
  filters: Partial<SearchFilters> = {},
): GroupPanel {
  const { read, ...texts } = definitions[name];
  return { ...texts, ...(read(panels, filters) ?? absent), name };
}

const isCounted = ({ figures }: PanelGroup) => figures.count > 0;

/** The panel as screen and paper show it: the groups with records; none if no record states the code. */
export function groupPanel(
  name: GroupPanelName,
  panels: Panels,
  filters: Partial<SearchFilters> = {},
): GroupPanel {
  const panel = wholePanel(name, panels, filters);
  if (!panel.groups.some((group) => !group.isUnknown && isCounted(group))) {
    return { ...panel, groups: [] };
  }
  return definitions[name].showsEmpty === true
    ? panel
    : { ...panel, groups: panel.groups.filter(isCounted) };
}
