/**
 * Loaded into the measured server's process before the server (`node --import`). On request, reports the event loop's
 * longest stall, and the process's processor time since the last request.
 */
import { performance } from 'node:perf_hooks';

let last = performance.now();
let lastWorkMs = 0;
let reportedWorkMs = 0;
let stallMs = 0;
let longestWorkMs = 0;
let cpu = process.cpuUsage();

/** Processor time of the main thread: a busy machine lengthens wall-clock stalls, but not this. */
const workOfThread = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const everyMs = 5;
const watch = setInterval(() => {
  const [now, workMs] = [performance.now(), workOfThread()];
  stallMs = Math.max(stallMs, now - last - everyMs);
  longestWorkMs = Math.max(longestWorkMs, workMs - lastWorkMs);
  [last, lastWorkMs] = [now, workMs];
}, everyMs);
watch.unref();

process.on('message', (message) => {
  if (message !== 'report') return;
  const { user, system } = process.cpuUsage(cpu);
  const rssBytes = process.memoryUsage.rss();
  const result = { stallMs, longestWorkMs, cpuMs: (user + system) / 1000, rssBytes };
  const workMs = workOfThread();
  process.send?.({ ...result, loopMs: workMs - reportedWorkMs });
  [stallMs, longestWorkMs, cpu, reportedWorkMs] = [0, 0, process.cpuUsage(), workMs];
});
// The channel alone does not keep the server alive. When the measuring process ends, the server stops as on SIGTERM.
process.channel?.unref();
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
