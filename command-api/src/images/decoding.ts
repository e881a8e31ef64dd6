/**
 * Decodes each image in a process of its own, with limited memory and time
 * (docs/decisions/write-side/image-decoding.md). A decoder's memory lies outside V8's heap, and its thread cannot be
 * stopped; the system can limit and kill a process. The process holds no secrets and serves one image, so an image that
 * breaks its decoder breaks nothing else.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** An image as it was sent, with the facts of its header. */
export interface Encoded {
  readonly bytes: Buffer;
  readonly contentType: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly pixels: number;
  /** Its end was missing and was added: a gap in its data means that it was cut. */
  readonly isCompleted: boolean;
}
export interface Decoded {
  /** Encoded again, in the format of the upload. */
  readonly content: Buffer;
  /** WebP. */
  readonly thumbnail: Buffer;
}
/** `limits`: it needed more memory or time than allowed. */
export type DecodingResult = { readonly picture: Decoded } | { readonly failure: 'broken' | 'limits' };

export interface DecodingLimits {
  readonly memoryMb: number;
  readonly cpuSeconds: number;
  /** Until the answer, on a machine that is busy with other work too. */
  readonly timeMs: number;
}

const program = fileURLToPath(new URL('./decoder.mjs', import.meta.url));
/** Node runs without V8's compilers: no memory is both written and executed, and Node 24 reserves 500 MB less. */
const NODE_OPTIONS = ['--jitless'];
/** The variables that the system needs to find programs and libraries. The service's settings are not passed on. */
const ENVIRONMENT = ['PATH', 'TMPDIR', 'LD_LIBRARY_PATH'];

/** @throws Error if no process can be started */
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
    // No answer: the limit of time killed it, or its libraries ended it when the system refused memory.
    child.once('exit', () => end(() => resolve({ failure: 'limits' })));
    child.send(image, () => undefined);
  });
}

/**
 * The system's limits hold at once, even if this process is busy. On Linux RLIMIT_DATA counts all private writable
 * memory: an allocation beyond it fails. macOS does not enforce it; there the bounds of the header and the limits of
 * time hold. If the machine runs out of memory, the kernel ends a decoder first. A crash leaves no core file, which
 * would hold the image.
 */
function startDecoder({ memoryMb, cpuSeconds }: DecodingLimits): ChildProcess {
  const limited = [
    'ulimit -c 0',
    `ulimit -t ${cpuSeconds}`,
    `ulimit -d ${memoryMb * 1024}`,
    '[ ! -w /proc/self/oom_score_adj ] || echo 1000 > /proc/self/oom_score_adj',
    'exec "$@"',
  ].join('; ');
  return spawn('/bin/sh', ['-c', limited, 'sh', process.execPath, ...NODE_OPTIONS, program], {
    env: Object.fromEntries(
      ENVIRONMENT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    ),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
}
