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
import { choice, filter, labelsOf, optional, describeOnce, codeText, labelled } from './filter.ts';

const leftOut = 'de escolaridade';

/** "ensino médio completo"; a postgraduate degree takes no prefix. */
function saidOf(label: string): string {
  const name = label.toLowerCase();
  if (name === 'não informado') return 'escolaridade não informada';
  return /^(fundamental|médio|superior)/.test(name) ? `ensino ${name}` : name;
}

export const schooling = filter({
  part: 'profile',
  fields: {
    escolaridade: optional(
      codeText.pipe(
        z.enum(
          keysOf(schoolingGroups),
          'Escolaridade desconhecida: use um código de 1 a 10, ou 80.',
        ),
      ),
    ),
  },
  describe: ({ escolaridade }) =>
    describeOnce(
      'escolaridade',
      escolaridade,
      // Among other filters, "Não informado" does not show what is unknown.
      (code) =>
        code === unknownSchooling
          ? labelled('Escolaridade', schoolingGroups[code])
          : schoolingGroups[code],
      (code) => saidOf(schoolingGroups[code]),
    ),
  emptyText: 'qualquer escolaridade',
  leftOut,
  form: {
    group: 'people',
    control: choice('Escolaridade', 'Todas', Object.entries(schoolingGroups)),
  },
});

export const schoolingLevel = filter({
  part: 'profile',
  fields: {
    nivelEscolaridade: optional(
      z.enum(
        keysOf(schoolingLevels),
        'O nível de escolaridade é fundamental, medio, superior ou pos.',
      ),
    ),
  },
  describe: ({ nivelEscolaridade }) =>
    describeOnce('nivelEscolaridade', nivelEscolaridade, (level) =>
      labelled('Nível', schoolingLevels[level].label),
    ),
  leftOut,
  form: {
    group: 'schooling',
    control: choice('Nível de escolaridade', 'Todos', labelsOf(schoolingLevels), {
      hint: 'Completo ou não: reúne os graus da lista Escolaridade.',
    }),
  },
});

export const sex = filter({
  part: 'profile',
  fields: { genero: optional(z.enum(keysOf(genders), 'O gênero é M ou F.')) },
  describe: ({ genero }) =>
    describeOnce(
      'genero',
      genero,
      (code) => genders[code].label,
      (code) => (code === 'F' ? 'mulheres' : 'homens'),
    ),
  emptyText: 'homens e mulheres',
  leftOut: 'de gênero',
  form: {
    group: 'people',
    control: choice('Gênero', 'Todos', labelsOf(genders)),
  },
});

const bands = keysOf(ageBands);

export const age = filter({
  part: 'profile',
  fields: {
    faixaEtaria: optional(z.enum(bands, 'A faixa etária é 18-25, 26-35, 36-45, 46-55 ou 55+.')),
  },
  describe: ({ faixaEtaria }) => describeOnce('faixaEtaria', faixaEtaria, ageBandName),
  leftOut: 'de faixa etária',
  form: {
    group: 'people',
    control: choice(
      'Faixa etária',
      'Todas',
      bands.map((band) => [band, ageBandName(band)] as const),
    ),
  },
});

export const race = filter({
  part: 'profile',
  fields: {
    raca: optional(
      codeText.pipe(z.enum(keysOf(races), 'Raça ou cor desconhecida: use um código de 1 a 6.')),
    ),
  },
  describe: ({ raca }) =>
    describeOnce('raca', raca, (code) => labelled('Raça ou cor', races[code])),
  leftOut: 'de raça ou cor',
  form: {
    group: 'sensitive',
    control: choice('Raça ou cor', 'Todas', Object.entries(races)),
  },
});

export const disabilities = filter({
  part: 'profile',
  fields: {
    deficiencia: optional(
      codeText.pipe(
        z.enum(keysOf(labels), 'Deficiência desconhecida: use sim, nao ou um código de 1 a 6.'),
      ),
    ),
  },
  describe: ({ deficiencia }) =>
    describeOnce('deficiencia', deficiencia, (code) =>
      code === 'sim' || code === 'nao' ? labels[code] : labelled('Deficiência', labels[code]),
    ),
  leftOut: 'de deficiência',
  form: {
    group: 'sensitive',
    control: choice('Deficiência', 'Todas', [
      ['sim', labels.sim],
      ['nao', labels.nao],
      ...Object.entries(labels).filter(([code]) => /^\d$/.test(code)),
    ]),
  },
});

export const companySize = filter({
  part: 'profile',
  fields: {
    porte: optional(
      z.enum(keysOf(companySizeLabels), 'O porte é MICRO, PEQUENA, MEDIA ou GRANDE.'),
    ),
  },
  describe: ({ porte }) =>
    describeOnce('porte', porte, (size) => labelled('Porte', companySizeLabels[size])),
  leftOut: 'de porte da empresa',
  form: {
    group: 'employer',
    control: choice('Porte da empresa', 'Todos', Object.entries(companySizeLabels), {
      hint: 'Pelo critério do SEBRAE, por número de empregados em janeiro.',
    }),
  },
});

export const contract = filter({
  part: 'profile',
  fields: {
    contrato: optional(
      z.enum(
        keysOf(contractKinds),
        'O tipo de contrato é comum, aprendiz, temporario, parcial ou intermitente.',
      ),
    ),
  },
  describe: ({ contrato }) =>
    describeOnce('contrato', contrato, (kind) => labelled('Contrato', contractKinds[kind])),
  leftOut: 'de tipo de contrato',
  form: {
    group: 'contract',
    control: {
      kind: 'contract',
      label: 'Tipo de contrato',
      none: 'Todos',
      options: Object.entries(contractKinds),
    },
  },
});

export const hours = filter({
  part: 'profile',
  fields: {
    horas: optional(
      z.enum(keysOf(hoursBands), 'A faixa de horas é ate-20, 20-30, 30-39, 40-44 ou mais-de-44.'),
    ),
  },
  describe: ({ horas }) => describeOnce('horas', horas, (band) => hoursBands[band].label),
  leftOut: 'de horas',
  form: {
    group: 'contract',
    control: choice('Horas semanais', 'Todas', labelsOf(hoursBands)),
  },
});
