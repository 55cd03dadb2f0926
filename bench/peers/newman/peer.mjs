export const newman = {
  id: 'newman',
  title: 'newman (Postman)',
  packages: { newman: '6.2.2' },
  arguments: ({ baseUrl, apiKey }) => [
    'node_modules/newman/bin/newman.js',
    'run',
    'checks.json',
    '--env-var',
    `baseUrl=${baseUrl}`,
    '--env-var',
    `apiKey=${apiKey}`,
  ],
};
