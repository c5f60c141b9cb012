import { randomBytes } from 'node:crypto';
import { aloneIn } from '../transfer/alone.ts';
import { openBackup } from '../transfer/backup-folder.ts';
import { makeRoom, withTarget } from '../transfer/open-target.ts';
import { maybeSecret } from '../installation/secret.ts';
import { BackupSeal } from '../transfer/backup-seal.ts';
import { prepareCopied } from '../installation/sorted-index.ts';
import { UnfinishedRestore } from '../installation/unfinished-restore.ts';
import { writeInstallation } from '../transfer/write-installation.ts';
import type { Config } from '../installation/config.ts';
import { refusingBusy, say } from './transfer-words.ts';

const options = ['--overwrite', '--without-seal'];

/**
 * Restores a backup into the installation that the environment configures; backup and installation may use different
 * engines.
 */
export async function restoreBackup(config: Config, args: readonly string[]): Promise<number> {
  const isOverwriting = args.includes('--overwrite');
  const [folder, ...more] = args.filter((arg) => !options.includes(arg));
  if (folder === undefined || more.length > 0 || folder.startsWith('--')) return 2;
  const isSealed = !args.includes('--without-seal');
  const source = await openBackup(folder, isSealed ? await sealOf(config) : undefined, say);
  if (!isSealed) say(unsealed);
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

/** Without a secret in the environment or the folder, a random key, which matches no backup. */
const sealOf = async (config: Config): Promise<BackupSeal> =>
  new BackupSeal((await maybeSecret(config)) ?? randomBytes(32));

const unsealed =
  'ATENÇÃO: o selo do backup não foi conferido (--without-seal). Quem o gravou pode ter criado contas ou mudado números. Antes de abrir o acesso, confira os administradores em /admin/users e os meses em /integrity.';
