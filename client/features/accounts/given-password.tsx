import { temporaryPasswordHours } from '../../../shared/contracts/passwords.ts';
import { Button } from '../../components/button.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { Sheet } from '../../components/sheet.tsx';

/** A temporary password, shown to the administrator once; it cannot be read afterwards. */
export function GivenPassword({
  email,
  password,
  onClose,
}: {
  email: string;
  password: string;
  onClose: () => void;
}) {
  return (
    <Sheet
      title="Senha temporária"
      side="center"
      isOpen
      onOpen={onClose}
      closesBeside={false}
      footer={
        <div className="flex flex-wrap gap-2">
          <CopyText
            look="primary"
            text={password}
            copied={{
              title: 'Senha copiada',
              description: 'Entregue a senha somente a essa pessoa.',
            }}
          />
          <Button onClick={onClose}>Concluir</Button>
        </div>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="wrap-anywhere">
          Entregue esta senha a {email}. Ela vale por {temporaryPasswordHours} horas e não será
          mostrada de novo; no primeiro login a pessoa escolhe a dela.
        </p>
        <output
          aria-label="Senha temporária"
          className="rounded-card border border-line bg-sunken px-4 py-3 text-title font-medium break-all select-all"
        >
          {password}
        </output>
      </div>
    </Sheet>
  );
}
