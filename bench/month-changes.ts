/**
 * Plants pairs of months for twenty saved searches: months in which nothing changed, and how many of them have an alert;
 * and months with raised salaries, and how many of these are found: `npm run bench -- month-changes [months]`.
 */
import { falseAlerts, plantedChanges } from '../tests/support/planted-months.ts';

const months = Number(process.argv[2] ?? 1000);
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

const alerts = falseAlerts('bench', months) / months;
console.log(`${months} null months: ${percent(alerts)} have an alert`);
for (const raised of [1.05, 1.1, 1.15]) {
  const { recall, falseDiscoveries } = plantedChanges('bench', Math.ceil(months / 5), raised);
  console.log(
    `salaries of a quarter of the searches raised by ${percent(raised - 1)}: found ${percent(recall)}, false ${percent(falseDiscoveries)}`,
  );
}
process.exitCode = alerts <= 0.05 ? 0 : 1;
