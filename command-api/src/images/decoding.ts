/**
 * Decoding where memory and time are limited: a process of its own for each image. What a decoder allocates lies
 * outside V8's heap, and a decoder thread cannot be stopped from within; a process can be limited by the system and
 * killed. It holds no secrets and serves one image, so that an image that breaks a decoder breaks nothing else.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** An image as it was sent, and what its header says. */
export interface Encoded {
  readonly bytes: Buffer;
  readonly contentType: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly pixels: number;
}
export interface Decoded {
  /** Encoded again in the format that it came in. */
  readonly content: Buffer;
  /** WebP. */
  readonly thumbnail: Buffer;
}
/** `limits`: it needed more memory or time than it may. */
export type DecodingResult = { readonly picture: Decoded } | { readonly failure: 'broken' | 'limits' };

export interface DecodingLimits {
  readonly memoryMb: number;
  readonly cpuSeconds: number;
  /** Until the answer, on a machine that is busy with other work too. */
  readonly timeMs: number;
}

const program = fileURLToPath(new URL('./decoder.mjs', import.meta.url));
/**
 * Without a compiler of JavaScript: it needs none, no memory of it is both written and executed, and Node 24 reserves
 * 500 MB less.
 */
const NODE_OPTIONS = ['--jitless'];
/** Where the system finds programs and libraries, and nothing of the service's own settings. */
const ENVIRONMENT = ['PATH', 'TMPDIR', 'LD_LIBRARY_PATH'];

/** @throws Error where no process can be started */
export function decode(image: Encoded, limits: DecodingLimits): Promise<DecodingResult> {
  const child = startDecoder(limits);
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => child.kill('SIGKILL'), limits.timeMs);
    const end = (act: () => void): void => {
      clearTimeout(late);
      child.kill('SIGKILL');
      act();
    };
    child.once('error', (error) => end(() => reject(error)));
    child.once('message', (outcome: DecodingResult) => end(() => resolve(outcome)));
    // Without an answer: killed by the limit of time, or by the libraries themselves when the system refused them
    // memory.
    child.once('exit', () => end(() => resolve({ failure: 'limits' })));
    child.send(image, () => undefined);
  });
}

/**
 * The system's limits hold at once, also where this process is busy. On Linux RLIMIT_DATA counts all private memory
 * that may be written: an allocation beyond it fails. (macOS does not enforce it; there the bounds of the header and
 * the limits of time hold.) Where the machine itself runs out of memory, the kernel ends a decoder first. A crash
 * leaves no core file, which would hold the image.
 */
function startDecoder({ memoryMb, cpuSeconds }: DecodingLimits): ChildProcess {
  const limited = `ulimit -c 0; ulimit -t ${cpuSeconds}; ulimit -d ${memoryMb * 1024}; [ ! -w /proc/self/oom_score_adj ] || echo 1000 > /proc/self/oom_score_adj; exec "$@"`;
  return spawn('/bin/sh', ['-c', limited, 'sh', process.execPath, ...NODE_OPTIONS, program], {
    env: Object.fromEntries(
      ENVIRONMENT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    ),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
}
