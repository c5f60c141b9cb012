/**
 * Plants histories of months, and counts how often the bands of the change that a month still expects hold what came:
 * `npm run bench -- delays [histories of each plan]`.
 */
import { bandCoverage } from '../tests/support/planted-delays.ts';

const histories = Number(process.argv[2] ?? 1000);
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

let isGood = true;
for (const months of [13, 18, 30, 60]) {
  for (const spread of [0.001, 0.01]) {
    const { bands, held80, held95 } = bandCoverage('bench', histories, { months, spread });
    const [of80, of95] = [held80 / bands, held95 / bands];
    isGood &&= Math.abs(of80 - 0.8) <= 0.015 && Math.abs(of95 - 0.95) <= 0.01;
    console.log(
      `${months} months, first step ±${percent(spread)}: the bands of 80 % held ${percent(of80)}, those of 95 % ${percent(of95)}`,
    );
  }
}
process.exitCode = isGood ? 0 : 1;
