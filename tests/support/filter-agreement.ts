import { expect } from 'vitest';
import {
  answerSearch,
  engineBackend,
  type AnswerContext,
} from '../../server/answers/present/answer.ts';
import {
  fieldNames,
  filters as catalogue,
  type FieldName,
} from '../../shared/filters/catalogue.ts';
import { SearchRequest, type AnswerWithoutReceipt } from '../../shared/contracts/search.ts';
import { fileTests } from '../../server/answers/query/filters/catalogue.ts';
import { resolveQuery } from '../../server/answers/query/salary-query.ts';
import { filtersOf, refusalOfBound } from './agreement.ts';
import { panelDifferences } from './panel-entries.ts';
import { recomputedPanels } from './recompute-panels.ts';
import { newInstallation, type Installation } from './installation.ts';
import { oddLines } from './odd-lines.ts';
import { officialFile } from './official-file.ts';
import { preparedAnswering } from './prepared-answering.ts';
import { Recomputation, type RawFilters } from './recompute.ts';

export type Part = Partial<RawFilters>;
type Data = Pick<RawFilters, 'periodoInicio' | 'periodoFim' | 'movimentacao' | 'metodo' | 'serie'>;

/** Admissions in both months under the rule that counts the most lines. */
const usual: Data = {
  periodoInicio: '202305',
  periodoFim: '202306',
  movimentacao: 'admissao',
  metodo: 'bruto',
  serie: 'ajustada',
};

/** Values to query for fields without a list of values; for fields with a list, every value is queried. */
const written: Partial<Record<FieldName, readonly Part[]>> = {
  cbo: [{ cbo: '521110' }],
  cbos: [{ cbos: ['521125', '411005'] }],
  familiaCbo: [{ familiaCbo: '5211' }],
  semCbos: [{ familiaCbo: '5211', semCbos: ['521125'] }],
  regiao: [{ regiao: '3' }, { regiao: '1' }, { regiao: '9' }],
  uf: [{ ufCode: '35' }, { ufCode: '11' }],
  regiaoIbge: [{ regiaoIbge: '350019' }, { regiaoIbge: '3301' }],
  municipios: [{ municipality: '350010' }, { municipality: '339999' }],
  salarioMin: [{ salarioMin: 1500.01 }],
  salarioMax: [{ salarioMax: 3000 }],
  cnaes: [{ cnaes: ['4781400', '9999999'] }, { cnaes: ['1091102'] }],
  periodoInicio: [{ periodoInicio: '202306' }],
  periodoFim: [{ periodoFim: '202305' }],
  // Another way to name occupations, resolved before anything is counted.
  searchQuery: [],
};

/** The values in a field's list on the form. */
function listed(field: FieldName): Part[] | undefined {
  const own = Object.values(catalogue).find(({ fields }) => field in fields);
  const control = own?.form?.control;
  return control !== undefined && 'options' in control
    ? control.options.map(([value]) => ({ [field]: value }))
    : undefined;
}

export const samples = fieldNames.map((field) => ({
  field,
  parts: listed(field) ?? written[field],
}));
export const singles = samples.flatMap(({ parts = [] }) => parts);
/** One value of each field. */
export const firsts = samples.flatMap(({ parts = [] }) => parts.slice(0, 1));

/**
 * A state's code begins with its region's digit, and the codes of a municipality and of a region of IBGE with the two of
 * their state. None of the municipalities is in the region of IBGE that meets it.
 */
function isNowhere({
  regiao = '',
  ufCode = '',
  regiaoIbge = '',
  municipality = '',
}: Part): boolean {
  if (regiaoIbge !== '' && municipality !== '') return true;
  const places = [regiao, ufCode, regiaoIbge, municipality].filter((code) => code !== '');
  return places.some((code, at) => at > 0 && !code.startsWith(places[at - 1] ?? ''));
}

/** Two fields at a time, with values that vary from one pair to the next. */
export const pairs = samples.flatMap(({ field, parts = [] }, place) =>
  samples.slice(place + 1).flatMap((other, at) => {
    const [one, two] = [parts[at % parts.length], other.parts?.[place % other.parts.length]];
    if (one === undefined || two === undefined) return [];
    const part = { ...one, ...two };
    const { periodoInicio = '', periodoFim = '999999' } = part;
    return periodoInicio > periodoFim || isNowhere(part)
      ? []
      : [{ pair: `${field} and ${other.field}`, part }];
  }),
);

const substanceOf = ({ method, ...answer }: AnswerWithoutReceipt) => ({
  ...answer,
  method: { ...method, structure: null },
});

/** An installation with lines of every kind, and an independent recomputation of the same files. */
export class FilterAgreement {
  readonly prepared: AnswerContext;
  readonly recomputation: Recomputation;
  readonly #installation: Installation;

  private constructor(
    installation: Installation,
    prepared: AnswerContext,
    recomputation: Recomputation,
  ) {
    this.#installation = installation;
    this.prepared = prepared;
    this.recomputation = recomputation;
  }

  static async open(): Promise<FilterAgreement> {
    const may = oddLines('202305', 800);
    const june = oddLines('202306', 1_500);
    const late = oddLines('202305', 200).map((line) => ({
      ...line,
      declared_month: '202306',
      late: '1',
    }));
    const excluded = [...may.slice(0, 100), ...june.slice(0, 100), ...late.slice(0, 30)].map(
      (line) => ({ ...line, exclusion_month: '202307', exclusion_indicator: '1' }),
    );
    const files = [
      { kind: 'MOV' as const, path: await officialFile('CAGEDMOV202305.txt', 'MOV', may) },
      { kind: 'MOV' as const, path: await officialFile('CAGEDMOV202306.txt', 'MOV', june) },
      { kind: 'FOR' as const, path: await officialFile('CAGEDFOR202306.txt', 'FOR', late) },
      { kind: 'EXC' as const, path: await officialFile('CAGEDEXC202307.txt', 'EXC', excluded) },
    ];
    const installation = await newInstallation();
    await installation.loadApproved(...files.map(({ path }) => path));
    return new FilterAgreement(
      installation,
      await preparedAnswering(installation),
      await Recomputation.over(files),
    );
  }

  /** The response from the month files; throws if the engine's differs from it. */
  async answered(raw: RawFilters): Promise<AnswerWithoutReceipt> {
    const request = SearchRequest.parse({ filters: filtersOf(raw), pageSize: 5 });
    const answer = await answerSearch(request, this.prepared);
    const byEngine = await answerSearch(request, { ...this.prepared, backend: engineBackend });
    expect(substanceOf(answer)).toEqual(substanceOf(byEngine));
    return answer;
  }

  /** Files, engine and recomputation agree on the statistics and on each panel. */
  async expectAgreement(part: Part): Promise<void> {
    const raw = { ...usual, ...part };
    const answer = await this.answered(raw);
    expect(answer.statistics).toMatchObject(await this.recomputation.answer(raw));
    if (answer.panels === null) return;
    const panels = await recomputedPanels(this.recomputation, raw, answer.method.designEffect);
    expect(panelDifferences(answer.panels, panels)).toEqual([]);
  }

  /** The month files answer each query, unless it has a filter that they do not contain. */
  async expectFilesToAnswer(parts: readonly Part[]): Promise<void> {
    const structures = await Promise.all(parts.map((part) => this.#structureOf(part)));
    expect(structures.filter(({ structure, expected }) => structure !== expected)).toEqual([]);
    expect(structures[0]?.structure).toBe('ranked');
  }

  async #structureOf(part: Part) {
    const { filters } = SearchRequest.parse({ filters: filtersOf({ ...usual, ...part }) });
    const isInFiles = fileTests(resolveQuery(filters, this.prepared.release)) !== null;
    const { method } = await answerSearch({ filters, pageSize: 1 }, this.prepared);
    return { part, structure: method.structure, expected: isInFiles ? 'ranked' : 'lines' };
  }

  /** Files, engine and recomputation agree on each pair; more than half of the pairs have records. */
  async expectPairsAgree(chosen: typeof pairs): Promise<void> {
    let found = 0;
    for (const { pair, part } of chosen) {
      const raw = { ...usual, ...part };
      const answer = await this.answered(raw)
        .catch(refusalOfBound)
        .catch((cause: unknown) => {
          throw new Error(`${pair}: ${JSON.stringify(part)}`, { cause });
        });
      if (answer === null) continue;
      expect({ pair, ...answer.statistics }).toMatchObject({
        pair,
        ...(await this.recomputation.answer(raw)),
      });
      if (answer.totalCount > 0) found++;
    }
    expect(found).toBeGreaterThan(chosen.length / 2);
  }

  close(): Promise<void> {
    return this.#installation.close();
  }
}
