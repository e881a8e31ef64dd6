/** Finds the process that listens on a port of this machine (Linux: proc(5), "/proc/net/tcp"). */
import { readdir, readFile, readlink } from 'node:fs/promises';

const LISTEN = '0A';

/** @param table the text of `/proc/net/tcp` or `tcp6` @returns the inodes of the sockets that listen on the port */
export const listeningInodes = (table: string, port: number): string[] =>
  table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', , state]) => state === LISTEN && Number.parseInt(local.split(':')[1] ?? '', 16) === port)
    .map((fields) => fields[9] ?? '');

/**
 * A listening socket may be shared with processes that were forked later: theirs is the first.
 * @returns undefined when none is found, or when it belongs to another account and this process may not see it
 */
export async function processListeningOn(port: number): Promise<number | undefined> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const sockets = new Set(tables.flatMap((table) => listeningInodes(table, port)).map((inode) => `socket:[${inode}]`));
  if (sockets.size === 0) return undefined;
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  const owners = await Promise.all(pids.map((pid) => hasOneOf(pid, sockets)));
  const found = pids.filter((_, index) => owners[index]).map(Number);
  const parents = await Promise.all(found.map(parentOf));
  return found.find((_, index) => !found.includes(parents[index] ?? 0));
}

async function hasOneOf(pid: string, sockets: ReadonlySet<string>): Promise<boolean> {
  const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const links = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')));
  return links.some((link) => sockets.has(link));
}

async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}
