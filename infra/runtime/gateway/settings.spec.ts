import { describe, expect, test } from 'vitest';
import { settings } from './settings.ts';

describe('images and videos of other servers', () => {
  const services = {
    COMMAND_API_URL: 'http://a',
    QUERY_API_URL: 'http://b',
    PROJECTIONS_URL: 'http://c',
    STATIC_DIR: '.',
  };
  const sources = (said: string): readonly string[] =>
    settings.read({ ...services, IMAGE_SOURCES: said }).IMAGE_SOURCES;
  const mediaSources = (said: string): readonly string[] =>
    settings.read({ ...services, MEDIA_SOURCES: said }).MEDIA_SOURCES;

  test('videos come from any address with TLS, from the named places, or are not allowed', () => {
    expect(mediaSources('')).toEqual(['https:']);
    expect(mediaSources('https://videos.hospital.example/courses/')).toEqual([
      'https://videos.hospital.example/courses/',
    ]);
    expect(mediaSources('none')).toEqual([]);
    for (const said of ['http:', '*', 'https: ;', 'data:'])
      expect(() => mediaSources(said), said).toThrow('MEDIA_SOURCES');
  });

  test('images come from the image service, from the named accounts, or are not allowed', () => {
    expect(sources('')).toEqual(['https://res.cloudinary.com']);
    expect(sources('https://res.cloudinary.com/ward-three/ https://images.hospital.example:8443')).toEqual([
      'https://res.cloudinary.com/ward-three/',
      'https://images.hospital.example:8443',
    ]);
    expect(sources('none')).toEqual([]);
  });

  test.each([
    '*',
    'https:',
    "'unsafe-inline'",
    'https://*.example',
    'https://a.example; script-src *',
    'https://a.example,https://b.example',
    'none https://a.example',
  ])('%s names no place', (said) => {
    expect(() => sources(said)).toThrow('IMAGE_SOURCES');
  });
});
