import { Link } from '@tanstack/react-router';
import { sessionHours } from '../../shared/contracts/identity.ts';
import { Bullets, Document, Section } from '../components/document.tsx';
import { linkClass } from '../components/button.tsx';

/** What users may expect of the product, and what it expects of them. */
export default function TermsPage() {
  return (
    <Document title="Termos de uso" since="20/11/2026">
      <p>
        Estes termos explicam o que o CAGED Analytics oferece e o que você deve respeitar ao usá-lo.
        O contrato entre a sua empresa e quem mantém esta instalação prevalece sobre eles.
      </p>
      <Section title="O que o sistema faz">
        <p>
          Calcula estatísticas de salários sobre os registros do Novo CAGED que um administrador
          carregou. Cada resultado mostra quantos registros usou, de que meses, o que ficou de fora
          e por quê.
        </p>
      </Section>
      <Section title="Como ler os números">
        <Bullets>
          <li>
            São salários contratuais de admissões e desligamentos do emprego formal, sem 13º, bônus
            nem benefícios. Não são a folha de nenhuma empresa.
          </li>
          <li>
            Valem como referência de mercado. Quem decide quanto pagar ou aceitar é você, e não
            garantimos o resultado.
          </li>
          <li>
            Os dados são declarados pelos empregadores ao governo e podem ser corrigidos depois. Os
            resultados mudam quando uma nova versão é carregada, e cada um mostra a versão que usou.
          </li>
          <li>
            Enquanto a faixa “Dados sintéticos de demonstração” estiver na tela, nenhum número é
            real.
          </li>
        </Bullets>
      </Section>
      <Section title="A sua conta">
        <Bullets>
          <li>É pessoal. Não compartilhe a sua senha e troque a temporária no primeiro login.</li>
          <li>A sessão termina em {sessionHours} horas, ou antes se a senha ou o papel mudar.</li>
          <li>
            Logins e atos administrativos ficam registrados, como explica o{' '}
            <Link to="/privacy" className={linkClass}>
              aviso de privacidade
            </Link>
            .
          </li>
          <li>Um administrador pode desativar a conta de quem não respeita estes termos.</li>
        </Bullets>
      </Section>
      <Section title="O que não é permitido">
        <Bullets>
          <li>Tentar identificar pessoas ou empregadores a partir dos registros.</li>
          <li>
            Tentar acessar dados ou contas que não são seus, ou prejudicar o funcionamento do
            sistema.
          </li>
          <li>Apresentar como reais os números da demonstração.</li>
        </Bullets>
      </Section>
      <Section title="A fonte">
        <p>
          Os registros são do Ministério do Trabalho e Emprego, publicados em dados abertos. O CAGED
          Analytics não é um produto do governo nem fala em nome dele.
        </p>
      </Section>
    </Document>
  );
}
