import { Link } from '@tanstack/react-router';
import { sessionHours } from '../../shared/contracts/identity.ts';
import { Bullets, Document, Section } from '../components/document.tsx';
import { Facts } from '../components/facts.tsx';
import { linkClass } from '../components/button.tsx';

/** Which personal data is stored, why and for how long, and the users' rights, as in `docs/retention.md`. */
export default function PrivacyPage() {
  return (
    <Document title="Aviso de privacidade" since="20/11/2026">
      <p>
        Este aviso explica que dados pessoais o CAGED Analytics trata, para quê e por quanto tempo.
        Quem responde por eles (o controlador, na LGPD) é a organização que mantém esta instalação e
        criou a sua conta; os administradores dela são o seu primeiro contato.
      </p>
      <Section title="O que guardamos sobre você">
        <Facts facts={held} />
      </Section>
      <Section title="O que não fazemos">
        <Bullets>
          <li>Não há anúncios, rastreadores nem medição de terceiros nestas páginas.</li>
          <li>
            O sistema não envia os seus dados a ninguém, além do servidor de e-mail que entrega as
            mensagens.
          </li>
          <li>Não guardamos a sua senha, só um código (argon2id) que não permite recuperá-la.</li>
          <li>Nenhuma decisão sobre você é tomada de forma automática.</li>
        </Bullets>
      </Section>
      <Section title="Os registros de emprego">
        <p>
          As pesquisas usam o Novo CAGED, o registro de admissões e desligamentos que os
          empregadores declaram e o Ministério do Trabalho e Emprego publica para todos. Ele não
          traz nome, CPF nem outro identificador de pessoas ou de empregadores: só características
          como ocupação, município, idade, sexo, raça/cor, deficiência e salário.
        </p>
        <p>
          Mesmo assim, uma pessoa pode ser reconhecida. Muitas vezes, só uma linha tem certa
          combinação de município, ocupação, idade e mês, e quem já conhece a pessoa pode saber que
          a linha é dela. Raça/cor e deficiência são dados sensíveis (LGPD, art. 5º, II). Por isso:
        </p>
        <Bullets>
          <li>
            com menos de cinco registros, o sistema mostra só quantos são, na tela, em relatórios e
            em arquivos;
          </li>
          <li>
            raça/cor e deficiência de cada registro só aparecem para quem pede, e a exportação de
            registros fica na auditoria, com ou sem elas;
          </li>
          <li>
            não juntamos os registros com outras bases, e os{' '}
            <Link to="/terms" className={linkClass}>
              termos de uso
            </Link>{' '}
            proíbem tentar identificar pessoas ou empregadores.
          </li>
        </Bullets>
      </Section>
      <Section title="No seu navegador">
        <p>
          Usamos dois cookies, que programas da página não podem ler. O da sessão é necessário para
          o login e vale por até {sessionHours} horas. O outro vale por até 180 dias e só indica que
          você já entrou neste navegador, para que tentativas de estranhos não impeçam o seu login;
          ele não dá acesso a nada. O navegador também guarda o tema claro ou escuro e os painéis
          que você deixou abertos; isso não sai dele. As seleções que você separou para comparar
          ficam na janela até você sair da conta.
        </p>
        <p>
          A folha que você lê em “Minha folha” fica no seu navegador: o servidor não a recebe, só
          sabe de quais famílias de ocupações e de quais estados você pediu o mercado. Ela some
          quando a aba fecha. Se você pedir para guardá-la, ela fica neste navegador, criptografada
          com a senha que você escolher, até você apagá-la ou sair da conta.
        </p>
      </Section>
      <Section title="Os seus direitos">
        <p>
          Em{' '}
          <Link to="/my-data" className={linkClass}>
            Meus dados
          </Link>{' '}
          você vê e exporta tudo o que há sobre você, corrige o seu nome e pede a eliminação da
          conta. Um administrador a executa: o que identifica você é apagado, e a auditoria
          continua, sem o seu nome. Para outros pedidos da LGPD (art. 18), fale com um
          administrador. Você também pode reclamar à Autoridade Nacional de Proteção de Dados.
        </p>
      </Section>
    </Document>
  );
}

const held = [
  {
    term: 'Conta',
    detail:
      'Nome, e-mail, papel, empresa e datas de criação e de último login, para dar acesso (execução de contrato). Até a eliminação da conta.',
  },
  {
    term: 'Sessões',
    detail: `Um código, o navegador, o endereço IP e o horário de início, do último uso e do fim de cada uma. Até ${sessionHours} horas.`,
  },
  {
    term: 'Verificação em duas etapas',
    detail:
      'Só se você a ligar: a chave do aplicativo, cifrada, e os resumos dos códigos de recuperação. Até você a desligar.',
  },
  {
    term: 'Recuperação de senha',
    detail: 'O código do link enviado por e-mail. Uma hora, ou até ser usado.',
  },
  {
    term: 'Auditoria',
    detail:
      'Quem fez o quê, quando e de qual endereço IP, para segurança e por obrigação legal (Marco Civil da Internet, art. 15). 365 dias.',
  },
  {
    term: 'Histórico de pesquisas',
    detail:
      'Os filtros, a data e o nome que você der a cada pesquisa, para você encontrá-la de novo. Guardamos as últimas 1.000, por até 730 dias, e você pode apagar uma ou todas. O recibo de uma resposta não mostra quem fez a pergunta.',
  },
  {
    term: 'Pesquisas salvas',
    detail:
      'Nome, filtros, o salário que você informar, se a sua empresa as vê, quando você abriu cada uma e de quais você quer avisos por e-mail. Até você excluir, ou até a eliminação da conta.',
  },
  {
    term: 'Relatórios',
    detail:
      'Nome, filtros, o salário que você informar e o arquivo, que traz o seu nome; as pessoas da sua empresa os veem, menos os que têm o seu salário. O arquivo, por 30 dias ou o prazo que um administrador definir; o registro, por mais 30 dias. Você pode excluir cada um; todos são eliminados com a conta.',
  },
  {
    term: 'Envios de arquivos',
    detail: 'Quem enviou cada arquivo do CAGED, enquanto o envio estiver no histórico.',
  },
  {
    term: 'E-mails do sistema',
    detail:
      'Só sobre senha, e-mail e eliminação da conta, sobre o que mudou nas pesquisas salvas que você escolher acompanhar e, a administradores, novidades da fonte dos dados. Onde não há servidor de e-mail, ficam numa pasta do servidor por 7 dias.',
  },
];
