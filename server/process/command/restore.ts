import { aloneIn } from '../transfer/alone.ts';
import { openBackup } from '../transfer/backup-folder.ts';
import { makeRoom, withTarget } from '../transfer/open-target.ts';
import { prepareCopied } from '../installation/months-keeper.ts';
import { UnfinishedRestore } from '../installation/unfinished-restore.ts';
import { writeInstallation } from '../transfer/write-installation.ts';
import type { Config } from '../installation/config.ts';
import { refusingBusy, say } from './transfer-words.ts';

/** Writes a backup into the installation of the environment, whichever form either has. */
export async function restoreBackup(config: Config, args: readonly string[]): Promise<number> {
  const isOverwriting = args.includes('--overwrite');
  const [folder, ...more] = args.filter((arg) => arg !== '--overwrite');
  if (folder === undefined || more.length > 0 || folder.startsWith('--')) return 2;
  const source = await openBackup(folder, say);
  const { manifest } = source;
  await refusingBusy(() =>
    aloneIn(config, async () => {
      const restore = new UnfinishedRestore(config.dataDir);
      await restore.finishMoving();
      if (isOverwriting) await makeRoom(config, manifest.installation, new Date(), say);
      await withTarget(config, async (target) => {
        await writeInstallation(source, { ...target, restore }, say);
        say('Preparando os meses para as consultas…');
        await prepareCopied(config, target);
      });
    }),
  );
  const when = new Date(manifest.createdAt).toLocaleString('pt-BR', {
    timeZone: 'America/Sao_Paulo',
  });
  console.log(
    `Restaurado e conferido: o backup de ${when}, horário de Brasília. Inicie o servidor; todos entram de novo com suas senhas.`,
  );
  return 0;
}
