/** Hocuspocus as its documentation starts it, without an extension, so without a store. */
import { Server } from '@hocuspocus/server';

const server = new Server({ port: Number(process.env.PORT), address: '127.0.0.1', quiet: true });
await server.listen();
console.log(`on port ${process.env.PORT}`);
