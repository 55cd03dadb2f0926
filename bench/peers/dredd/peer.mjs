export const dredd = {
  id: 'dredd',
  title: 'dredd',
  packages: { dredd: '14.1.0' },
  arguments: ({ baseUrl }) => [
    'node_modules/dredd/bin/dredd',
    'openapi.yaml',
    baseUrl,
    '--hookfiles=hooks.cjs',
    '--loglevel=error',
  ],
};
