const tips = [
  'Prefira uma frase curta que só você conhece a uma palavra com enfeites.',
  'Misture maiúsculas, minúsculas, números e um caractere especial.',
  'Não use o seu nome, datas, nem a senha de outro sistema.',
  'Guarde-a num gerenciador de senhas e não a passe a ninguém.',
];

export function PasswordTips() {
  return (
    <section aria-labelledby="dicas" className="rounded-card bg-sunken p-4 text-dense">
      <h2 id="dicas" className="mb-2 font-medium">
        Dicas de segurança
      </h2>
      <ul className="flex list-disc flex-col gap-1 pl-4 text-muted">
        {tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
    </section>
  );
}
