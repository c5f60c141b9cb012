import process from 'node:process';

const needed = 24;

/**
 * Exits with a message if Node is too old. Without this check, native modules crash without a message. Plain
 * JavaScript, because an older Node cannot parse the TypeScript files.
 */
export function requireNode() {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major >= needed) return;
  process.stderr.write(`${oldNode(process, process.env.npm_lifecycle_event !== undefined)}\n`);
  process.exit(1);
}

/**
 * The message: which Node is needed, and how to get it on this platform. On Linux x64 an npm package provides the right
 * Node, and the npm scripts use it.
 */
export function oldNode({ version, platform, arch }, isByNpm) {
  const is = `Este sistema precisa do Node ${needed} e este é o ${version}`;
  const isBrought = platform === 'linux' && arch === 'x64';
  if (isBrought && !isByNpm)
    return `${is}: use "npm start" ou "npm run caged", que trazem o certo.`;
  if (isBrought) return `${is}: rode "npm install" de novo, sem --omit=optional, que traz o certo.`;
  return `${is}: instale o Node ${needed} (nodejs.org) e tente de novo.`;
}
