import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerSearch, engineWays, type Answering } from '../../server/answers/answer.ts';
import { fileTests } from '../../server/answers/filters/catalogue.ts';
import { askedQuestion } from '../../server/answers/question.ts';
import {
  fieldNames,
  filters as catalogue,
  type FieldName,
} from '../../shared/filters/catalogue.ts';
import { SearchRequest, type UnkeptAnswer } from '../../shared/contracts/search.ts';
import { filtersOf } from '../support/agreement.ts';
import { newInstallation, type Installation } from '../support/installation.ts';
import { oddLines } from '../support/odd-lines.ts';
import { officialFile } from '../support/official-file.ts';
import { panelDifferences } from '../support/panel-entries.ts';
import { preparedAnswering } from '../support/prepared-answering.ts';
import { Recomputation, type Asked } from '../support/recompute.ts';
import { recomputedPanels } from '../support/recompute-panels.ts';

let installation: Installation;
let prepared: Answering;
let byEngine: Answering;
let recomputation: Recomputation;

beforeAll(async () => {
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
  installation = await newInstallation();
  await installation.loadApproved(...files.map(({ path }) => path));
  prepared = await preparedAnswering(installation);
  byEngine = { ...prepared, ways: engineWays };
  recomputation = await Recomputation.over(files);
});
afterAll(() => installation.close());

type Part = Partial<Asked>;
type Data = Pick<Asked, 'periodoInicio' | 'periodoFim' | 'movimentacao' | 'metodo' | 'serie'>;

/** Admissions in both months by the rule that counts the most lines. */
const usual: Data = {
  periodoInicio: '202305',
  periodoFim: '202306',
  movimentacao: 'admissao',
  metodo: 'bruto',
  serie: 'ajustada',
};

/** What to ask of each field that has no list of values; those that have one are asked each of them. */
const written: Partial<Record<FieldName, readonly Part[]>> = {
  cbo: [{ cbo: '521110' }],
  cbos: [{ cbos: ['521125', '411005'] }],
  familiaCbo: [{ familiaCbo: '5211' }],
  semCbos: [{ familiaCbo: '5211', semCbos: ['521125'] }],
  regiao: [{ regiao: '3' }, { regiao: '1' }, { regiao: '9' }],
  uf: [{ ufCode: '35' }, { ufCode: '11' }],
  municipios: [{ municipality: '350010' }, { municipality: '339999' }],
  salarioMin: [{ salarioMin: 1500.01 }],
  salarioMax: [{ salarioMax: 3000 }],
  cnaes: [{ cnaes: ['4781400', '9999999'] }, { cnaes: ['1091102'] }],
  periodoInicio: [{ periodoInicio: '202306' }],
  periodoFim: [{ periodoFim: '202305' }],
  // Another way to name occupations, which is read before anything is counted.
  searchQuery: [],
};

/** The values of a field's list on the form. */
function listed(field: FieldName): Part[] | undefined {
  const own = Object.values(catalogue).find(({ fields }) => field in fields);
  const control = own?.form?.control;
  return control !== undefined && 'options' in control
    ? control.options.map(([value]) => ({ [field]: value }))
    : undefined;
}

const samples = fieldNames.map((field) => ({ field, parts: listed(field) ?? written[field] }));
const singles = samples.flatMap(({ parts = [] }) => parts);

/** A state begins with its region's digit, and a municipality with its state's two. */
function isNowhere({ regiao = '', ufCode = '', municipality = '' }: Part): boolean {
  const places = [regiao, ufCode, municipality].filter((code) => code !== '');
  return places.some((code, at) => at > 0 && !code.startsWith(places[at - 1] ?? ''));
}

/** Two fields at a time, with values that change from one pair to the next. */
const pairs = samples.flatMap(({ field, parts = [] }, place) =>
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

const substanceOf = ({ method, ...answer }: UnkeptAnswer) => ({
  ...answer,
  method: { ...method, structure: null },
});

/** Asks both ways of counting; throws where they differ, and answers what they say. */
async function answered(asked: Asked): Promise<UnkeptAnswer> {
  const request = SearchRequest.parse({ filters: filtersOf(asked), pageSize: 5 });
  const answer = await answerSearch(request, prepared);
  expect(substanceOf(answer)).toEqual(substanceOf(await answerSearch(request, byEngine)));
  return answer;
}

async function expectRecomputed(asked: Asked, { statistics }: UnkeptAnswer): Promise<void> {
  expect(statistics).toMatchObject(await recomputation.answer(asked));
}

// Some two hundred questions, each asked three times.

test('every field of the catalogue has something to ask', () => {
  expect(samples.filter(({ parts }) => parts === undefined)).toEqual([]);
});

/** From what a question is answered, and from what it should be. */
async function structureOf(part: Part) {
  const { filters } = SearchRequest.parse({ filters: filtersOf({ ...usual, ...part }) });
  const isTold = fileTests(askedQuestion(filters, prepared.release)) !== null;
  const { method } = await answerSearch({ filters, pageSize: 1 }, prepared);
  return { part, structure: method.structure, expected: isTold ? 'ranked' : 'lines' };
}

test('it is the files that answer, but for filters of which they tell nothing', async () => {
  const answers = await Promise.all([{}, ...singles].map(structureOf));
  expect(answers.filter(({ structure, expected }) => structure !== expected)).toEqual([]);
  expect(answers[0]?.structure).toBe('ranked');
});

test.each(singles)('%j: files, engine and recomputation agree on each panel', async (part) => {
  const asked = { ...usual, ...part };
  const answer = await answered(asked);
  await expectRecomputed(asked, answer);
  if (answer.panels === null) return;
  const panels = await recomputedPanels(recomputation, asked);
  expect(panelDifferences(answer.panels, panels)).toEqual([]);
});

test('two filters at a time: files, engine and recomputation agree', async () => {
  let found = 0;
  for (const { pair, part } of pairs) {
    const asked = { ...usual, ...part };
    const answer = await answered(asked).catch((cause: unknown) => {
      throw new Error(`${pair}: ${JSON.stringify(part)}`, { cause });
    });
    expect({ pair, ...answer.statistics }).toMatchObject({
      pair,
      ...(await recomputation.answer(asked)),
    });
    if (answer.totalCount > 0) found++;
  }
  expect(found).toBeGreaterThan(pairs.length / 2);
});
