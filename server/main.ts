/** Starts the product. Native modules end an older Node without a word, so its version is checked first. */
import process from 'node:process';

const [major = 0] = process.versions.node.split('.').map(Number);

if (major < 24) {
  console.error(
    `Este sistema precisa do Node 24 e este é o ${process.version}: inicie com "npm start", que traz o certo.`,
  );
  process.exit(1);
}

const { keepNewFilesPrivate } = await import('./process/installation/data-dir.ts');
const { start } = await import('./process/start.ts');
keepNewFilesPrivate();
await start(process.env);
