/** One of several servers of Hocuspocus, with its extensions for Redis and a database as their documentation shows them. */
import { Database } from '@hocuspocus/extension-database';
import { Redis } from '@hocuspocus/extension-redis';
import { Server } from '@hocuspocus/server';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 4 });
const server = new Server({
  port: Number(process.env.PORT),
  address: '127.0.0.1',
  quiet: true,
  extensions: [
    new Redis({ host: '127.0.0.1', port: Number(process.env.REDIS_PORT) }),
    new Database({
      fetch: async ({ documentName }) => {
        const { rows } = await pool.query('SELECT data FROM documents WHERE name = $1', [
          documentName,
        ]);
        return rows[0]?.data ?? null;
      },
      store: async ({ documentName, state }) => {
        await pool.query(
          'INSERT INTO documents (name, data) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET data = excluded.data',
          [documentName, state],
        );
      },
    }),
  ],
});
await server.listen();
console.log(`on port ${process.env.PORT}`);
