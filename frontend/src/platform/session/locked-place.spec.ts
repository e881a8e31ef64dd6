import { beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../storage/testing.ts';

let storage: Storage;
beforeEach(() => {
  storage = memoryStorage();
  vi.stubGlobal('sessionStorage', storage);
});
/** A page that has just been loaded. */
const openPage = () => {
  vi.resetModules();
  return import('./locked-place.ts');
};

test('the address is stored without its search, which has names of patients', async () => {
  const { keepPlace } = await openPage();
  keepPlace('u1', '/patientlist/t1?firstName=Ahmed#Mansour');
  expect(JSON.stringify(storage)).toBe('{"lockedPlace":"u1 /patientlist/t1"}');
});

test('the page that was locked returns to the whole address, a later one to the screen', async () => {
  const first = await openPage();
  first.keepPlace('u1', '/patientlist/t1?firstName=Ahmed');
  const later = await openPage();
  expect(later.takePlace('u1')).toBe('/patientlist/t1');
  expect(first.takePlace('u1')).toBe('/patientlist/t1?firstName=Ahmed');
  expect(Object.keys(storage)).toEqual([]);
});
