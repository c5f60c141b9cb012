import Download from 'lucide-react/icons/download';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { IconButton } from '../button.tsx';
import { showToast } from '../toast.ts';
import type { Chart, ChartForm, ChartSource } from './chart.ts';

const forms = [
  { form: 'png', label: 'Imagem (PNG)' },
  { form: 'svg', label: 'Desenho (SVG)' },
  { form: 'csv', label: 'Dados (CSV)' },
  { form: 'xlsx', label: 'Planilha (Excel)' },
] as const satisfies readonly { form: ChartForm; label: string }[];

/** A menu that saves the chart as data or as a picture. */
export function ChartMenu({ chart, source }: { chart: Chart; source: ChartSource }) {
  const [isOpen, setOpen] = useState(false);
  const take = async (form: ChartForm) => {
    setOpen(false);
    try {
      const { saveChart } = await import('./save-chart.tsx');
      await saveChart(chart, source, form);
    } catch {
      showToast({
        tone: 'danger',
        title: 'Não foi possível baixar',
        description: 'Tente de novo ou escolha outro formato.',
      });
    }
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton label={`Baixar: ${chart.title}`}>
          <Download aria-hidden size={16} />
        </IconButton>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={`Baixar: ${chart.title}`}
          className="fade-in z-50 flex min-w-40 flex-col rounded-card border border-control bg-surface p-1 outline-none"
        >
          {forms.map(({ form, label }) => (
            <button
              key={form}
              type="button"
              onClick={() => void take(form)}
              className="min-h-9 rounded-control px-3 text-left text-dense hover:bg-sunken pointer-coarse:min-h-11"
            >
              {label}
            </button>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
