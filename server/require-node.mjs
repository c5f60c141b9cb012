import process from 'node:process';

const needed = 24;

/**
 * Ends this process with a sentence where its Node is too old: native modules would end it without a word, and an
 * older one cannot even read the files that say so. Plain JavaScript for that reason.
 */
export function requireNode() {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major >= needed) return;
  process.stderr.write(`${oldNode(process, process.env.npm_lifecycle_event !== undefined)}\n`);
  process.exit(1);
}

/** What to do about it, on this machine: where packages bring the right Node, npm's scripts run it. */
export function oldNode({ version, platform, arch }, isByNpm) {
  const is = `Este sistema precisa do Node ${needed} e este é o ${version}`;
  const isBrought = platform === 'linux' && arch === 'x64';
  if (isBrought && !isByNpm)
    return `${is}: use "npm start" ou "npm run caged", que trazem o certo.`;
  if (isBrought) return `${is}: rode "npm install" de novo, sem --omit=optional, que traz o certo.`;
  return `${is}: instale o Node ${needed} (nodejs.org) e tente de novo.`;
}
