/**
 * Runs the server and the screens for development at one address; both reload when their sources change. Passes options
 * to the server's Node: `npm run dev -- --inspect`.
 */
import process from 'node:process';
import { requireNode } from '../server/require-node.mjs';

requireNode();
const { develop } = await import('./develop.ts');
await develop(Number(process.env.PORT ?? 3000), process.argv.slice(2));
