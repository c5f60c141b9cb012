import { z } from 'zod';
import {
  genders,
  ageBands,
  ageBandName,
  races,
  disabilities as labels,
  companySizeLabels,
  contractKinds,
  hoursBands,
  schoolingGroups,
  schoolingLevels,
  unknownSchooling,
} from '../codes/codes.ts';
import { keysOf } from '../codes/keys.ts';
import { choice, choiceFilter, codeText, labelled, labelsOf } from './filter.ts';

const leftOut = 'de escolaridade';

/** "ensino médio completo"; a postgraduate degree takes no prefix. */
function saidOf(label: string): string {
  const name = label.toLowerCase();
  if (name === 'não informado') return 'escolaridade não informada';
  return /^(fundamental|médio|superior)/.test(name) ? `ensino ${name}` : name;
}

export const schooling = choiceFilter({
  field: 'escolaridade',
  schema: codeText.pipe(
    z.enum(keysOf(schoolingGroups), 'Escolaridade desconhecida: use um código de 1 a 10, ou 80.'),
  ),
  // Among other filters, "Não informado" does not show what is unknown.
  text: (code) =>
    code === unknownSchooling
      ? labelled('Escolaridade', schoolingGroups[code])
      : schoolingGroups[code],
  said: (code) => saidOf(schoolingGroups[code]),
  emptyText: 'qualquer escolaridade',
  leftOut,
  group: 'people',
  control: choice('Escolaridade', 'Todas', Object.entries(schoolingGroups)),
});

export const schoolingLevel = choiceFilter({
  field: 'nivelEscolaridade',
  schema: z.enum(
    keysOf(schoolingLevels),
    'O nível de escolaridade é fundamental, medio, superior ou pos.',
  ),
  text: (level) => labelled('Nível', schoolingLevels[level].label),
  leftOut,
  group: 'schooling',
  control: choice('Nível de escolaridade', 'Todos', labelsOf(schoolingLevels), {
    hint: 'Completo ou não: reúne os graus da lista Escolaridade.',
  }),
});

export const sex = choiceFilter({
  field: 'genero',
  schema: z.enum(keysOf(genders), 'O gênero é M ou F.'),
  text: (code) => genders[code].label,
  said: (code) => (code === 'F' ? 'mulheres' : 'homens'),
  emptyText: 'homens e mulheres',
  leftOut: 'de gênero',
  group: 'people',
  control: choice('Gênero', 'Todos', labelsOf(genders)),
});

const bands = keysOf(ageBands);

export const age = choiceFilter({
  field: 'faixaEtaria',
  schema: z.enum(bands, 'A faixa etária é 18-25, 26-35, 36-45, 46-55 ou 55+.'),
  text: ageBandName,
  leftOut: 'de faixa etária',
  group: 'people',
  control: choice(
    'Faixa etária',
    'Todas',
    bands.map((band) => [band, ageBandName(band)] as const),
  ),
});

export const race = choiceFilter({
  field: 'raca',
  schema: codeText.pipe(z.enum(keysOf(races), 'Raça ou cor desconhecida: use um código de 1 a 6.')),
  text: (code) => labelled('Raça ou cor', races[code]),
  leftOut: 'de raça ou cor',
  group: 'sensitive',
  control: choice('Raça ou cor', 'Todas', Object.entries(races)),
});

export const disabilities = choiceFilter({
  field: 'deficiencia',
  schema: codeText.pipe(
    z.enum(keysOf(labels), 'Deficiência desconhecida: use sim, nao ou um código de 1 a 6.'),
  ),
  text: (code) =>
    code === 'sim' || code === 'nao' ? labels[code] : labelled('Deficiência', labels[code]),
  leftOut: 'de deficiência',
  group: 'sensitive',
  control: choice('Deficiência', 'Todas', [
    ['sim', labels.sim],
    ['nao', labels.nao],
    ...Object.entries(labels).filter(([code]) => /^\d$/.test(code)),
  ]),
});

export const companySize = choiceFilter({
  field: 'porte',
  schema: z.enum(keysOf(companySizeLabels), 'O porte é MICRO, PEQUENA, MEDIA ou GRANDE.'),
  text: (size) => labelled('Porte', companySizeLabels[size]),
  leftOut: 'de porte da empresa',
  group: 'employer',
  control: choice('Porte da empresa', 'Todos', Object.entries(companySizeLabels), {
    hint: 'Pelo critério do SEBRAE, por número de empregados em janeiro.',
  }),
});

export const contract = choiceFilter({
  field: 'contrato',
  schema: z.enum(
    keysOf(contractKinds),
    'O tipo de contrato é comum, aprendiz, temporario, parcial ou intermitente.',
  ),
  text: (kind) => labelled('Contrato', contractKinds[kind]),
  leftOut: 'de tipo de contrato',
  group: 'contract',
  control: {
    ...choice('Tipo de contrato', 'Todos', Object.entries(contractKinds)),
    kind: 'contract',
  },
});

export const hours = choiceFilter({
  field: 'horas',
  schema: z.enum(
    keysOf(hoursBands),
    'A faixa de horas é ate-20, 20-30, 30-39, 40-44 ou mais-de-44.',
  ),
  text: (band) => hoursBands[band].label,
  leftOut: 'de horas',
  group: 'contract',
  control: choice('Horas semanais', 'Todas', labelsOf(hoursBands)),
});
