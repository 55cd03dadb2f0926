/** Other ways of reading a listing, and the floors below which no reader in JavaScript gets. */
export const readers = {
  id: 'readers',
  title: 'readers of listings',
  packages: {
    undici: '7.30.2',
    ajv: '8.20.0',
    'ajv-formats': '3.0.1',
    'stream-json': '3.8.0',
    'stream-chain': '4.4.1',
  },
};
