/** The product's command line. Native modules end an older Node without a word, so its version is checked first. */
import process from 'node:process';

const [major = 0] = process.versions.node.split('.').map(Number);

if (major < 24) {
  console.error(
    `Este comando precisa do Node 24 e este é o ${process.version}: use "npm run caged -- …", que traz o certo.`,
  );
  process.exit(1);
}

const { keepNewFilesPrivate } = await import('../installation/data-dir.ts');
const { runCommand } = await import('./command.ts');
keepNewFilesPrivate();
process.exitCode = await runCommand(process.argv.slice(2), process.env);
