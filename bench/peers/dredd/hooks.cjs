// dredd makes one transaction from each response of the description; the hooks turn them into the ten checks.
// biome-ignore lint/correctness/noUndeclaredDependencies: dredd gives it to its hook files
const hooks = require('hooks');

const KEY = `Bearer ${process.env.API_KEY}`;
const CHECKS = [
  ['GET', 401, undefined, undefined],
  ['GET', 401, undefined, 'Bearer wrong'],
  ['DELETE', 401, 102, undefined],
  ['DELETE', 401, 102, 'Bearer wrong'],
  ['GET', 200, undefined, KEY],
  ['DELETE', 204, 101, KEY],
  ['DELETE', 404, 101, KEY],
  ['DELETE', 404, 999, KEY],
  ['DELETE', 409, 201, KEY],
  ['GET', 200, undefined, KEY],
];

hooks.beforeAll((transactions, done) => {
  const described = [...transactions];
  transactions.length = 0;
  for (const [method, status, id, authorization] of CHECKS) {
    const base = described.find(
      ({ request, expected }) => request.method === method && Number(expected.statusCode) === status,
    );
    const transaction = structuredClone({ ...base, name: `${base.name} ${transactions.length}` });
    transaction.skip = false;
    delete transaction.request.headers.Authorization;
    if (authorization) transaction.request.headers.Authorization = authorization;
    if (id) transaction.fullPath = transaction.fullPath.replace(/\/\d+$/, `/${id}`);
    transactions.push(transaction);
  }
  done();
});
