import { formatCount, formatDecimal } from './format.ts';

/** Formats of file sizes and times, with their units. */

const noBreak = '\u00a0';
const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** 445205787 → "425 MB": units of 1024, as in the limit of uploads, and three digits. */
export function formatBytes(bytes: number): string {
  if (bytes === 1) return `1${noBreak}byte`;
  let value = bytes;
  let power = 0;
  while (value >= 999.5 && power < units.length - 1) {
    value /= 1024;
    power += 1;
  }
  const digits = power === 0 || value >= 99.95 ? 0 : 1;
  return `${formatDecimal(Number(value.toFixed(digits)))}${noBreak}${units[power]}`;
}

/** 73 → "1 min 13 s"; the two largest units. */
export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}${noBreak}s`;
  if (whole < 3600) return pair(Math.floor(whole / 60), 'min', whole % 60, 's');
  const minutes = Math.round(whole / 60);
  return pair(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}

/** 73000 → "1 min 13 s", 840 → "0,84 s". */
export function formatMilliseconds(milliseconds: number): string {
  return milliseconds < 10_000
    ? `${formatDecimal(milliseconds / 1000)}${noBreak}s`
    : formatSeconds(milliseconds / 1000);
}

/** The time between two ISO instants: "1 min 13 s". */
export const formatTimeBetween = (from: string, to: string) =>
  formatMilliseconds(Date.parse(to) - Date.parse(from));

const pair = (large: number, unit: string, small: number, smallUnit: string) =>
  `${formatCount(large)}${noBreak}${unit}${small === 0 ? '' : `${noBreak}${small}${noBreak}${smallUnit}`}`;
