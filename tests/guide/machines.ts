import { spawn, spawnSync } from 'node:child_process';

/** A shell that runs one line after another, so that `cd` and `export` of a line hold for the next ones. */
export interface Shell {
  /** The exit code and all output, when the line has ended; 124 after twenty minutes. */
  run(line: string): Promise<{ readonly code: number; readonly output: string }>;
  close(): void;
}

const maxMs = 20 * 60_000;

export function openShell(
  [program = '', ...args]: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Shell {
  const child = spawn(program, args, { ...options, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write('exec 2>&1\n');
  let said = '';
  let lines = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  return {
    run: (line) =>
      new Promise((resolve) => {
        said = '';
        lines += 1;
        const mark = `GUIDE-LINE-${lines}-ENDED`;
        const end = (code: number) => {
          clearTimeout(timer);
          child.stdout.off('data', look).off('end', stop);
          resolve({ code, output: said.split(`\n${mark}`)[0]?.trim() ?? '' });
        };
        const look = () => {
          const code = new RegExp(`^${mark} (\\d+)$`, 'm').exec(said)?.[1];
          if (code !== undefined) end(Number(code));
        };
        const stop = () => end(1);
        const timer = setTimeout(() => end(124), maxMs);
        child.stdout.on('data', look).on('end', stop);
        // Nothing types at a terminal; a command that reads would otherwise take the next lines.
        child.stdin.write(`{ ${line}\n} </dev/null; printf '\\n${mark} %s\\n' $?\n`);
      }),
    close: () => child.kill(),
  };
}

/** Runs a program to its end. Throws with its output if it fails. */
export function must(
  args: readonly [string, ...string[]],
  options: { readonly cwd?: string; readonly input?: string } = {},
): string {
  const [program, ...rest] = args;
  const { status, stdout, stderr } = spawnSync(program, rest, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stdout}${stderr}`);
  return stdout.trim();
}

/** Whether a program is there and answers. */
export const answers = (...[program, ...args]: readonly [string, ...string[]]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/**
 * Starts a container with systemd, D-Bus (for `systemd-run`), sudo, git and Node, as a machine on which the service can
 * be installed, and returns its name. The repository is at /repository.git.
 */
export function startLinux(base: string, repository: string): string {
  const image = 'caged-guide-linux';
  const input = `
    FROM ${base}
    RUN apt-get update && apt-get install --yes --no-install-recommends systemd systemd-sysv dbus sudo git ca-certificates
    RUN ln -sf "$(command -v node)" "$(command -v npm)" /usr/bin/ && git config --system safe.directory '*' && mkdir /mnt/fora /mnt/cofre
    STOPSIGNAL SIGRTMIN+3
    CMD ["/sbin/init"]`;
  must(['docker', 'build', '--tag', image, '-'], { input });
  const name = `caged-guide-linux-${process.pid}`;
  const systemd =
    '--cap-add SYS_ADMIN --security-opt seccomp=unconfined --security-opt apparmor=unconfined --cgroupns host --tmpfs /run --tmpfs /run/lock --volume /sys/fs/cgroup:/sys/fs/cgroup';
  const more = [...systemd.split(' '), '--volume', `${repository}:/repository.git:ro`, image];
  must(['docker', 'run', '--detach', '--name', name, ...more]);
  return name;
}
