/** Prints the texts of the interface by screen: `npm run texts`, or `npm run texts -- payroll` for one screen. */
import process from 'node:process';
import { interfaceTexts } from './interface-texts.ts';

const asked = process.argv.slice(2);
const shown = interfaceTexts().filter(({ screen }) => asked.length === 0 || asked.includes(screen));
const lines = shown.map(({ screen, file, line, text }) => `${screen}\t${text}\t${file}:${line}\n`);
process.stdout.write(lines.join(''));
