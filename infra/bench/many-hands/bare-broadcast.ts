/** A Socket.IO server that only broadcasts on request: the baseline for 1,000 sockets. Runs as a process of its own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';

const http = createServer();
const io = new Server(http, { serveClient: false, perMessageDeflate: false });
process.on('message', (payload) => void io.emit('changed', payload));
process.on('disconnect', () => process.exit(0));
http.listen(0, '127.0.0.1', () => process.send?.((http.address() as AddressInfo).port));
