/** Settings that a service reads and a deployment in containers does not give, with the reason: for specs. */
const LEFT_OUT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'command-api': { NODE_ENV: 'the image sets it' },
  'query-api': {
    DATA_DIR: 'the data are on the volumes of the engines, which the service does not see',
    COURSES_FILE: 'the file of the image, which compose replaces by a mount',
    REFERENCE_RANGES: 'a file of the hospital: it is mounted, and named in an override of its own',
  },
  gateway: { TLS_CERT: 'a proxy in front ends TLS', TLS_KEY: 'a proxy in front ends TLS' },
};

/**
 * @param given variables of the deployment
 * @param leftOutToo of this deployment alone
 * @returns those that the service reads and is not given, and those that are left out in vain
 */
export const mismatchesOf = (
  service: string,
  read: readonly string[],
  given: readonly string[],
  leftOutToo: readonly string[] = [],
): readonly string[] => {
  const leftOut = [...Object.keys(LEFT_OUT[service] ?? {}), ...leftOutToo];
  return [
    ...read.filter((name) => !given.includes(name) && !leftOut.includes(name)),
    ...leftOut.filter((name) => given.includes(name) || !read.includes(name)),
  ];
};
