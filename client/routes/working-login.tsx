import { Link } from '@tanstack/react-router';
import { useState, type SyntheticEvent } from 'react';
import { Button, loneLinkClass } from '../components/button.tsx';
import { CenteredCard } from '../components/document.tsx';
import { TextField } from '../components/field.tsx';
import { Notice } from '../components/notice.tsx';
import { PasswordField } from '../components/password-field.tsx';

/** A diagnostic page: what the form does in this browser without a request to the server. */
export default function WorkingLoginPage() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [simulated, setSimulated] = useState<string>();
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    setSimulated(email.trim() || 'sem e-mail');
  };
  return (
    <CenteredCard
      title="Simulação de login"
      lead="Página de diagnóstico. Nada do que você digitar sai deste navegador: nenhuma sessão é criada."
      footer={
        <Link to="/login" className={loneLinkClass}>
          Ir para o login de verdade
        </Link>
      }
    >
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
        <TextField label="E-mail" type="email" value={email} onText={setEmail} autoComplete="off" />
        <PasswordField label="Senha" value={password} onText={setPassword} autoComplete="off" />
        <Button type="submit" look="primary" className="mt-2 w-full">
          Simular login
        </Button>
        {simulated !== undefined && (
          <Notice tone="neutral" title="Login simulado">
            O formulário funcionou neste navegador ({simulated}). Isto é uma simulação: o servidor
            não foi consultado, a senha não foi conferida e você continua sem sessão.
          </Notice>
        )}
      </form>
    </CenteredCard>
  );
}
