export const redocly = {
  id: 'redocly',
  title: 'Redocly respect (Arazzo)',
  packages: { '@redocly/cli': '2.77.0' },
  arguments: ({ baseUrl, apiKey }) => [
    'node_modules/@redocly/cli/bin/cli.js',
    'respect',
    'checks.arazzo.yaml',
    '--server',
    `store=${baseUrl}`,
    '--input',
    `apiKey=${apiKey}`,
  ],
  env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
};
