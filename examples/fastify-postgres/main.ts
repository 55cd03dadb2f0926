import { adminRoutes } from './admin.js';
import { buildApp } from './app.js';

const { PORT, API_KEY, DATABASE_URL, ADMIN_KEY } = process.env;
if (!API_KEY || !DATABASE_URL) throw new Error('Set API_KEY and DATABASE_URL.');
const app = buildApp({ apiKey: API_KEY, databaseUrl: DATABASE_URL });
if (ADMIN_KEY) app.register(adminRoutes, { prefix: '/admin', adminKey: ADMIN_KEY });
await app.listen({ host: '127.0.0.1', port: Number(PORT ?? 8080) });
