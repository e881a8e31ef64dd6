/** The commands that docs/operations.md tells an operator to type. */

/** The words that a command begins with. */
const PROGRAMS = [
  'npm',
  'node',
  'docker',
  'kubectl',
  'systemctl',
  'journalctl',
  'curl',
  'psql',
  'openssl',
  'cp',
  'tar',
  'sha256sum',
  'install',
  './install',
  'clinical-pharmacy-<version>-linux-x64/install',
  '/opt/clinical-pharmacy/bin/clinical-pharmacy',
];
/** `DATA_DIR=.data`, `DATA_DIR=<a new folder>` before a program. */
const ASSIGNMENT = /^[A-Z_]+=(<[^>]*>|\S*) /;
/** With it, a name of a program in the text, such as `install`, is no command. */
const WHOLE = ['npm start', './install'];

const isCommand = (text: string): boolean => {
  const [program = '', ...words] = text.replace(ASSIGNMENT, '').split(' ');
  return PROGRAMS.includes(program) && (words.length > 0 || WHOLE.includes(text) || program.includes('/'));
};

/** Lines of blocks that are no commands, such as a value of a setting. */
export function otherLinesOf(page: string): string[] {
  return linesOfBlocks(page).filter((line) => !isCommand(line));
}

/**
 * @param page Markdown
 * @returns each command once, in the order of the page. A command of several (`npm ci && npm start`) is several
 */
export function commandsOf(page: string): string[] {
  const inText = [...page.replaceAll(BLOCK, '').matchAll(/`([^`]+)`/g)].map(([, text = '']) =>
    text.replaceAll(/\s+/g, ' '),
  );
  return [
    ...new Set(
      [...linesOfBlocks(page), ...inText].flatMap((text) => text.split(' && ')).filter((text) => isCommand(text)),
    ),
  ];
}

const BLOCK = /^ *```[^\n]*\n([^]*?)^ *```$/gm;

const linesOfBlocks = (page: string): string[] =>
  [...page.matchAll(BLOCK)].flatMap(([, text = '']) =>
    text
      .split('\n')
      .map((line) => line.replace(/ {2,}#.*$/, '').trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
