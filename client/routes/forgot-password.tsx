import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button, buttonClass, loneLinkClass } from '../components/button.tsx';
import { CenteredCard } from '../components/document.tsx';
import { ForgotPasswordForm } from '../features/passwords/forgot-password-form.tsx';

/** Requests the link for a new password, and states what to do after it is sent. */
export default function ForgotPasswordPage() {
  const [isSent, setSent] = useState(false);
  if (isSent) return <Sent onAgain={() => setSent(false)} />;
  return (
    <CenteredCard
      title="Recuperar senha"
      lead="Informe o e-mail da sua conta. Enviaremos um link para definir uma nova senha."
      footer={
        <Link to="/login" className={loneLinkClass}>
          Voltar ao login
        </Link>
      }
    >
      <ForgotPasswordForm onSent={() => setSent(true)} />
    </CenteredCard>
  );
}

const steps = [
  'Verifique sua caixa de entrada',
  'Verifique a pasta de spam',
  'Clique no link recebido, que vale por 1 hora',
  'Defina uma nova senha',
];

function Sent({ onAgain }: { onAgain: () => void }) {
  return (
    <CenteredCard
      title="Email Enviado!"
      lead="Se o email existe em nossa base, você receberá instruções para redefinir sua senha em alguns minutos."
    >
      <ol className="mb-6 flex list-decimal flex-col gap-1 pl-5">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className="flex flex-col gap-2">
        <Link to="/login" className={buttonClass('primary')}>
          Voltar ao login
        </Link>
        <Button onClick={onAgain}>Enviar para outro email</Button>
      </div>
    </CenteredCard>
  );
}
