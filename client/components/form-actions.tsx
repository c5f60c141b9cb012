import { Button } from './button.tsx';

/** What ends a form in a sheet: its act, which says that it is under way, and the way out. */
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
