import { Button } from './button.tsx';

/** The end of a form in a sheet: its submit button, which shows that the work is in progress, and a cancel button. */
export function FormActions({
  label,
  busyLabel,
  isBusy,
  onCancel,
}: {
  label: string;
  busyLabel: string;
  isBusy: boolean;
  onCancel: () => void;
}) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" look="primary" disabled={isBusy}>
        {isBusy ? busyLabel : label}
      </Button>
      <Button onClick={onCancel}>Cancelar</Button>
    </div>
  );
}
