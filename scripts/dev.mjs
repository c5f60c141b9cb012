/**
 * Runs the server and the screens for development at one address; both reload when their sources change. Passes options
 * to the server's Node: `npm run dev -- --inspect`.
 */
import process from 'node:process';
import { requireNode } from '../server/require-node.mjs';

requireNode();
const { readConfig } = await import('../server/process/installation/config.ts');
const { develop } = await import('./develop.ts');
try {
  const { port } = readConfig({ PORT: process.env.PORT });
  await develop(port, process.argv.slice(2));
} catch (error) {
  if (error?.name !== 'StartError') throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
