import { Facts } from '../../components/facts.tsx';
import { Panel } from '../../components/panel.tsx';
import { equalityCaution } from '../../../shared/sentences/equality-sentences.ts';

export function EqualityMethod() {
  return (
    <Panel title="Como ler">
      <Facts facts={methodFacts} />
    </Panel>
  );
}

/** What is counted, how and by which rules. */
const methodFacts: readonly { readonly term: string; readonly detail: string }[] = [
  {
    term: 'Os dados',
    detail:
      'Admissões formais (fluxo, não estoque) do Novo CAGED, série ajustada, salários pela regra do MTE: sem intermitentes e sem salários vazios, abaixo de 0,3 ou acima de 150 salários mínimos. Não entram admissões sem sexo ou ocupação (código 999999), que a pesquisa conta. Só o salário contratual: sem 13º, comissões, horas extras e adicionais, que o relatório do MTE também traz.',
  },
  {
    term: 'Tamanho',
    detail:
      'Empregados do estabelecimento em janeiro, como está no arquivo. A lei conta os empregados da empresa inteira: os estabelecimentos menores de empresas com 100 ou mais empregados ficam fora dos filtros iniciais.',
  },
  {
    term: 'Razão',
    detail:
      'Mediana e média do salário contratual das mulheres, divididas pelas dos homens, por grupo da CBO. Com menos de 5 registros de um sexo não há valores em reais nem razão. Na tabela da sua folha, que só você vê, o mínimo é de 3 mulheres e 3 homens, como nas descrições publicadas do relatório do MTE.',
  },
  {
    term: 'Mesmo trabalho',
    detail:
      'Uma célula reúne pessoas com a mesma ocupação (6 dígitos), escolaridade, faixa de idade, faixa de horas contratuais, estado e faixa de empregados. Ñopo (2008) compara cada mulher com os homens da mesma célula. Kitagawa–Oaxaca–Blinder usa as mesmas células, com a média dos pesos dos dois sexos. Os valores são em reais, não em logaritmos, para que a soma das partes seja exata até o centavo.',
  },
  {
    term: 'Intervalos',
    detail:
      'Todos são de 95\u00a0% e alargados, porque as contratações de uma empresa vêm em bloco. O intervalo de cada mediana é calculado como na pesquisa e existe a partir de 30 registros independentes do sexo. A diferença das medianas pode ser acaso se falta um dos intervalos, se o intervalo da diferença (Zou e Donner, 2008) contém zero, ou se só um dos dois intervalos tem um único salário. Cada grupo é testado sozinho: entre muitos grupos sem diferença, cerca de um em vinte fica sem essa marca. O intervalo da diferença bruta das médias é o de Welch; os da diferença no mesmo trabalho tratam as células como fixas, com a variância dentro de cada uma. Os registros são todos os que os arquivos têm, não uma amostra: os intervalos tratam essas contratações como algumas das que poderiam ter acontecido nas mesmas condições.',
  },
  {
    term: 'O que fica de fora',
    detail:
      'Tempo de casa, experiência, desempenho, cargo dentro da ocupação, benefícios. A diferença que resta não mostra a causa: cabe à inspeção do trabalho avaliar se ela se justifica.',
  },
  {
    term: 'Fontes',
    detail: 'Lei 14.611/2023; Decreto 11.795/2023; Portaria MTE 3.714/2023; Novo CAGED (MTE).',
  },
];

/** The facts of the method for files, one line each. */
export const methodNotes: readonly string[] = [
  equalityCaution,
  ...methodFacts.map(({ term, detail }) => `${term}: ${detail}`),
];
